/* Whether a string begins with another. */
_Bool has_prefix(const char *text, const char *prefix)
{
    while (*prefix) {
        if (*text != *prefix)
            return 0;
        text++;
        prefix++;
    }
    return 1;
}
