/* Marsaglia's generator, started and stepped. */
unsigned xorshift(unsigned seed, unsigned steps)
{
    unsigned x = seed | 1u;
    while (steps--) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
    }
    return x;
}
