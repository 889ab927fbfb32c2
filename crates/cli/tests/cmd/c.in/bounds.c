#pragma TASS input {0 <= n && n <= 3}
int n;
int main(void) {
    int a[3], i;
    for (i = 0; i <= n; i++)
        a[i] = i;
    return 0;
}
