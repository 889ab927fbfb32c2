/* The first run of free bits in a map, or -1. */
int bitmap_search(const unsigned *map, int words, int wanted)
{
    int run = 0;
    if (wanted <= 0 || words < 0 || words > 1000)
        return -1;
    for (int i = 0; i < words * 32; i++) {
        if (map[i / 32] & (1u << (i % 32)))
            run = 0;
        else
            run++;
        if (run == wanted)
            return i - wanted + 1;
    }
    return -1;
}
