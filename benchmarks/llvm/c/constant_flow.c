/* Branches whose conditions are known. */
int constant_flow(int n)
{
    int mode = 3;
    int result = 0;
    for (int i = 0; i < n; i++) {
        if (mode == 3) {
            result += i & 7;
        } else {
            mode = mode - 1;
            result -= 100;
        }
        if (mode > 5)
            return -1;
    }
    if (mode * 2 == 6)
        return result;
    return 0;
}
