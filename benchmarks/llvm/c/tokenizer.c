/* Tokens of a small language: names, numbers, signs, strings; negative where the text is wrong. */
static int kind_of(unsigned char c)
{
    if (c == 0)
        return 0;
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r')
        return 1;
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_')
        return 2;
    if (c >= '0' && c <= '9')
        return 3;
    if (c == '"')
        return 4;
    return 5;
}

int tokenizer(const unsigned char *text, int length)
{
    int tokens = 0;
    int i = 0;
    while (i < length) {
        int kind = kind_of(text[i]);
        switch (kind) {
        case 0:
            return tokens;
        case 1:
            i++;
            break;
        case 2:
            do {
                i++;
            } while (i < length && (kind_of(text[i]) == 2 || kind_of(text[i]) == 3));
            tokens++;
            break;
        case 3:
            do {
                i++;
            } while (i < length && kind_of(text[i]) == 3);
            if (i < length && kind_of(text[i]) == 2)
                return -1;
            tokens++;
            break;
        case 4:
            i++;
            while (i < length && text[i] != '"') {
                if (text[i] == '\\')
                    i++;
                i++;
            }
            if (i >= length)
                return -2;
            i++;
            tokens++;
            break;
        default:
            i++;
            tokens++;
            break;
        }
    }
    return tokens;
}
