/* papers/002, section 3: the mean of an array, counted from one. */
#pragma TASS input {n > 0}
int n;
#pragma TASS output
double m;

int main(void) {
#pragma TASS input
    double a[n];
    double s = 0;
    int j;
    j = 1;
#pragma TASS joint invariant LOOP s == spec.s && j == spec.i + 1 && 1 <= j && j <= n + 1;
    while (j <= n) {
        s += a[j - 1];
        j++;
    }
    m = s / n;
    return 0;
}
