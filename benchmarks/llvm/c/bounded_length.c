/* The length of a string, but at most a bound. */
unsigned long bounded_length(const char *text, unsigned long most)
{
    unsigned long length;
    for (length = 0; length < most; length++) {
        if (text[length] == '\0')
            break;
    }
    return length;
}
