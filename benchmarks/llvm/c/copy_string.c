/* A string copied into a buffer of some size, always with an end. */
unsigned copy_string(char *to, const char *from, unsigned size)
{
    unsigned i = 0;
    if (size == 0)
        return 0;
    while (i + 1 < size && from[i] != 0) {
        to[i] = from[i];
        i++;
    }
    to[i] = 0;
    return i;
}
