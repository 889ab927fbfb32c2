/* Characters of UTF-8 text, counted by their first bytes. */
unsigned utf8_count(const unsigned char *text, unsigned length)
{
    unsigned count = 0;
    for (unsigned i = 0; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            count++;
    return count;
}
