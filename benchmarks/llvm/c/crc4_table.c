/* A check of nibbles by a table. */
static const unsigned char table[16] = {
    0x0, 0x3, 0x6, 0x5, 0xc, 0xf, 0xa, 0x9,
    0xb, 0x8, 0xd, 0xe, 0x7, 0x4, 0x1, 0x2
};

unsigned crc4_table(const unsigned char *data, int length)
{
    unsigned crc = 0;
    for (int i = 0; i < length; i++) {
        unsigned high = data[i] >> 4;
        unsigned low = data[i] & 15u;
        crc = table[(crc ^ high) & 15u];
        crc = table[(crc ^ low) & 15u];
    }
    return crc;
}
