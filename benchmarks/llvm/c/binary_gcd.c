/* The same without division. */
unsigned binary_gcd(unsigned a, unsigned b)
{
    unsigned shift = 0;
    if (a == 0)
        return b;
    if (b == 0)
        return a;
    while (((a | b) & 1u) == 0) {
        a >>= 1;
        b >>= 1;
        shift++;
    }
    while ((a & 1u) == 0)
        a >>= 1;
    while (b != 0) {
        while ((b & 1u) == 0)
            b >>= 1;
        if (a > b) {
            unsigned swap = a;
            a = b;
            b = swap;
        }
        b -= a;
    }
    return a << (shift & 31u);
}
