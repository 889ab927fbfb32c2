/* papers/002, section 3: the same sum with i taken out of the inner one. */
#pragma TASS input {n >= 0}
int n;
#pragma TASS output
int s;

int main(void) {
    int i = 1, j, t;
#pragma TASS joint invariant OUT s == spec.s && i == spec.i && i >= 1;
    while (i <= n) {
        t = 0;
        j = 1;
#pragma TASS joint invariant IN i == spec.i && j == spec.j && s + i * t == spec.s;
        while (j <= i * i) {
            t += j;
            j++;
        }
        s += i * t;
        i++;
    }
    return 0;
}
