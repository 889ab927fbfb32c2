/* The checksum of zlib. */
unsigned adler32(const unsigned char *data, unsigned length)
{
    unsigned a = 1;
    unsigned b = 0;
    for (unsigned i = 0; i < length; i++) {
        a += data[i];
        if (a >= 65521)
            a -= 65521;
        b += a;
        if (b >= 65521)
            b -= 65521;
    }
    return (b << 16) | a;
}
