/* Work whose results are never used, between work that is. */
static int last_sum;

int dead_stores(int a, int b)
{
    int unused = a * 31;
    int sum = 0;
    for (int i = 0; i < 10; i++) {
        unused ^= i * b;
        sum += b & i;
    }
    last_sum = sum;
    if (unused == unused + 1)
        return -1;
    return sum + (a & 0);
}
