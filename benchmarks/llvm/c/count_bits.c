/* The number of bits that are set. */
int count_bits(unsigned long word)
{
    int bits = 0;
    while (word) {
        word &= word - 1;
        bits++;
    }
    return bits;
}
