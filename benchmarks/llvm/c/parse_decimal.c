/* A decimal number at the start of a string; -1 where there is none or it is too large. */
int parse_decimal(const char *text)
{
    int value = 0;
    int digits = 0;
    while (*text >= '0' && *text <= '9') {
        if (digits == 9)
            return -1;
        value = value * 10 + (*text - '0');
        digits++;
        text++;
    }
    if (digits == 0)
        return -1;
    return value;
}
