/* The number of runs of equal bytes and the longest of them, in one word. */
unsigned run_length(const unsigned char *data, unsigned length)
{
    unsigned runs = 0;
    unsigned longest = 0;
    unsigned i = 0;
    while (i < length) {
        unsigned char value = data[i];
        unsigned start = i;
        while (i < length && data[i] == value)
            i++;
        runs++;
        if (i - start > longest)
            longest = i - start;
    }
    return (runs << 16) | (longest & 0xffffu);
}
