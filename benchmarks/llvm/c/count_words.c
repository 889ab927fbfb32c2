/* Words in a string: a machine with two states. */
int count_words(const char *text)
{
    int words = 0;
    int inside = 0;
    for (; *text; text++) {
        char c = *text;
        if (c == ' ' || c == '\n' || c == '\t') {
            inside = 0;
        } else if (!inside) {
            inside = 1;
            words++;
        }
    }
    return words;
}
