/* The bits of a word the other way round. */
unsigned reverse_bits(unsigned word)
{
    unsigned result = 0;
    for (int i = 0; i < 32; i++) {
        result = (result << 1) | (word & 1u);
        word >>= 1;
    }
    return result;
}
