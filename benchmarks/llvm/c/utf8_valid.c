/* Whether a buffer has the shape of UTF-8: a machine with a state and a count. */
int utf8_valid(const unsigned char *text, int length)
{
    int left = 0;
    for (int i = 0; i < length; i++) {
        unsigned char c = text[i];
        if (left > 0) {
            if ((c & 0xc0) != 0x80)
                return 0;
            left--;
        } else if (c < 0x80) {
            left = 0;
        } else if ((c & 0xe0) == 0xc0) {
            left = 1;
        } else if ((c & 0xf0) == 0xe0) {
            left = 2;
        } else if ((c & 0xf8) == 0xf0) {
            left = 3;
        } else {
            return 0;
        }
    }
    return left == 0;
}
