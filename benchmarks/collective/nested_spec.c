/* papers/002, section 3: the sum of i*j for i up to n and j up to the square of i. */
#pragma TASS input {n >= 0}
int n;
#pragma TASS output
int s;

int main(void) {
    int i = 1, j;
#pragma TASS joint invariant OUT i >= 1;
    while (i <= n) {
        j = 1;
#pragma TASS joint invariant IN i >= 1 && j >= 1;
        while (j <= i * i) {
            s += i * j;
            j++;
        }
        i++;
    }
    return 0;
}
