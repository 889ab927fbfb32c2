/* papers/002, Fig. 4: the ratio of two Fibonacci numbers, with fewer variables. */
#pragma TASS input {tol > 0}
double tol;
#pragma TASS output
double p;

int main(void) {
    double j = 1, k = 1, err = 1;
    p = 1;
    if (err < tol)
        err = tol;
#pragma TASS joint invariant LOOP err == spec.err && p == spec.p && j > 0 && j == spec.j && \
    k == spec.k && k > 0;
    while (err >= tol) {
        k = j + k;
        j = k - j;
        err = k / j - p;
        p = err + p;
        if (err < 0)
            err = -err;
    }
    return 0;
}
