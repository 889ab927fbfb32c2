/* papers/002, section 3: the sum of two matrices. */
#pragma TASS input {n >= 0}
int n;

int main(void) {
    int i, j;
#pragma TASS input
    double a[n][n];
#pragma TASS input
    double b[n][n];
    double c[n][n];
    i = 0;
#pragma TASS collective invariant ROWS 0 <= i && i <= n && \
    forall {int r | 0 <= r && r < i} forall {int s | 0 <= s && s < n} \
        c[r][s] == a[r][s] + b[r][s];
    while (i < n) {
        j = 0;
#pragma TASS collective invariant COLUMNS 0 <= i && i < n && 0 <= j && j <= n && \
    (forall {int r | 0 <= r && r < i} forall {int s | 0 <= s && s < n} \
        c[r][s] == a[r][s] + b[r][s]) && \
    (forall {int s | 0 <= s && s < j} c[i][s] == a[i][s] + b[i][s]);
        while (j < n) {
            c[i][j] = a[i][j] + b[i][j];
            j++;
        }
        i++;
    }
#pragma TASS collective assert SUM forall {int r | 0 <= r && r < n} \
    forall {int s | 0 <= s && s < n} c[r][s] == a[r][s] + b[r][s];
    return 0;
}
