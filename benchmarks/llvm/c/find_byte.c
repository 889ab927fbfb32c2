/* The place of the first byte of a value, or -1. */
long find_byte(const unsigned char *data, long length, unsigned char wanted)
{
    for (long i = 0; i < length; i++) {
        if (data[i] == wanted)
            return i;
    }
    return -1;
}
