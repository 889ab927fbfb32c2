/* papers/002, section 3: the mean of an array. */
#pragma TASS input {n > 0}
int n;
#pragma TASS output
double m;

int main(void) {
#pragma TASS input
    double a[n];
    double s = 0;
    int i = 0;
#pragma TASS joint invariant LOOP 0 <= i && i <= n;
    while (i < n) {
        s += a[i];
        i++;
    }
    m = s / n;
    return 0;
}
