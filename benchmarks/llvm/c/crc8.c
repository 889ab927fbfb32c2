/* A cyclic redundancy check, bit by bit, polynomial 0x07. */
unsigned char crc8(const unsigned char *data, int length)
{
    unsigned char crc = 0;
    for (int i = 0; i < length; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++) {
            if (crc & 0x80)
                crc = (unsigned char)((crc << 1) ^ 0x07);
            else
                crc = (unsigned char)(crc << 1);
        }
    }
    return crc;
}
