/* Fletcher's checksum with sums modulo 255. */
unsigned short fletcher16(const unsigned char *data, int length)
{
    unsigned low = 0;
    unsigned high = 0;
    int i = 0;
    while (i < length) {
        low = (low + data[i]) % 255;
        high = (high + low) % 255;
        i = i + 1;
    }
    return (unsigned short)((high << 8) | low);
}
