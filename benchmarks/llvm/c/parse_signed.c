/* A number with a sign, clamped to 16 bits. */
int parse_signed(const char *text)
{
    int negative = 0;
    int value = 0;
    int i = 0;
    if (text[0] == '-') {
        negative = 1;
        i = 1;
    } else if (text[0] == '+') {
        i = 1;
    }
    for (; text[i] >= '0' && text[i] <= '9'; i++) {
        value = value * 10 + (text[i] - '0');
        if (value > 32768)
            value = 32768;
    }
    if (negative)
        return -value;
    if (value > 32767)
        value = 32767;
    return value;
}
