/* An address of four bytes in decimal; 0 where the text is none. */
unsigned parse_ipv4(const char *text)
{
    unsigned address = 0;
    int part;
    for (part = 0; part < 4; part++) {
        unsigned value = 0;
        int digits = 0;
        while (*text >= '0' && *text <= '9' && digits < 3) {
            value = value * 10 + (unsigned)(*text - '0');
            text++;
            digits++;
        }
        if (digits == 0 || value > 255)
            return 0;
        address = (address << 8) | value;
        if (part < 3) {
            if (*text != '.')
                return 0;
            text++;
        }
    }
    if (*text != 0)
        return 0;
    return address;
}
