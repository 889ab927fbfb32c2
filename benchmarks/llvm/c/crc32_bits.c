/* The CRC of Ethernet, reflected, bit by bit. */
unsigned crc32_bits(const unsigned char *data, unsigned long length)
{
    unsigned crc = 0xffffffffu;
    unsigned long i = 0;
    while (i != length) {
        crc ^= data[i];
        i++;
        int bit = 8;
        do {
            unsigned mask = 0u - (crc & 1u);
            crc = (crc >> 1) ^ (0xedb88320u & mask);
            bit--;
        } while (bit > 0);
    }
    return ~crc;
}
