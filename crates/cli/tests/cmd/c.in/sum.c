#pragma TASS input {n >= 0}
int n;
#pragma TASS output
int s;
int main(void) {
    for (int i = 0; i < n; i++)
        s += i;
    return 0;
}
