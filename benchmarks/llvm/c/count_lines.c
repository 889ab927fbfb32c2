/* Lines of a buffer; the last one may have no end. */
unsigned count_lines(const char *text, unsigned length)
{
    unsigned lines = 0;
    char last = '\n';
    for (unsigned i = 0; i < length; i++) {
        last = text[i];
        if (last == '\n')
            lines++;
    }
    if (last != '\n')
        lines++;
    return lines;
}
