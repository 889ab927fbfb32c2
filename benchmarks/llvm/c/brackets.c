/* Whether round brackets are balanced. */
int brackets(const char *text)
{
    int depth = 0;
    for (int i = 0; text[i] != 0; i++) {
        switch (text[i]) {
        case '(':
            if (depth == 1000)
                return 0;
            depth++;
            break;
        case ')':
            if (depth == 0)
                return 0;
            depth--;
            break;
        default:
            break;
        }
    }
    return depth == 0;
}
