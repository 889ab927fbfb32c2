/* Bernstein's hash of the first characters of a string. */
unsigned long djb2(const char *text, int most)
{
    unsigned long hash = 5381;
    int i = 0;
    while (i < most && text[i]) {
        hash = hash * 33 + (unsigned char)text[i];
        i++;
    }
    return hash;
}
