/* Up to eight hexadecimal digits; the number of digits that were read goes to `used`. */
unsigned parse_hex(const char *text, int *used)
{
    unsigned value = 0;
    int count = 0;
    while (count < 8) {
        char c = text[count];
        unsigned digit;
        if (c >= '0' && c <= '9')
            digit = (unsigned)(c - '0');
        else if (c >= 'a' && c <= 'f')
            digit = (unsigned)(c - 'a') + 10;
        else if (c >= 'A' && c <= 'F')
            digit = (unsigned)(c - 'A') + 10;
        else
            break;
        value = (value << 4) | digit;
        count++;
    }
    *used = count;
    return value;
}
