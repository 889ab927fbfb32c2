/* How many characters of a C text are outside of comments: a machine with four states. */
int comment_strip(const char *text, int length)
{
    enum { PLAIN, SLASH, INSIDE, STAR } state = PLAIN;
    int outside = 0;
    for (int i = 0; i < length; i++) {
        char c = text[i];
        switch (state) {
        case PLAIN:
            if (c == '/')
                state = SLASH;
            else
                outside++;
            break;
        case SLASH:
            if (c == '*') {
                state = INSIDE;
            } else {
                outside += 2;
                state = PLAIN;
            }
            break;
        case INSIDE:
            if (c == '*')
                state = STAR;
            break;
        case STAR:
            if (c == '/')
                state = PLAIN;
            else if (c != '*')
                state = INSIDE;
            break;
        }
    }
    if (state == SLASH)
        outside++;
    return outside;
}
