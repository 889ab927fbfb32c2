/* Letters made capital, in place. */
int upper_case(char *text, int length)
{
    int changed = 0;
    for (int i = 0; i < length; i++) {
        char c = text[i];
        if (c >= 'a' && c <= 'z') {
            text[i] = (char)(c - ('a' - 'A'));
            changed++;
        }
    }
    return changed;
}
