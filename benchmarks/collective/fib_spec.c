/* papers/002, Fig. 4: the ratio of two Fibonacci numbers, to within a tolerance. */
#pragma TASS input {tol > 0}
double tol;
#pragma TASS output
double p;

int main(void) {
    double i, j = 1, k = 1, err = 1, tmp;
    p = 1;
    if (err < tol)
        err = tol;
#pragma TASS joint invariant LOOP j > 0 && k > 0;
    while (err >= tol) {
        i = j;
        j = k;
        k = i + j;
        tmp = k / j;
        if (tmp >= p)
            err = tmp - p;
        else
            err = p - tmp;
        p = tmp;
    }
    return 0;
}
