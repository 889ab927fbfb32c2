/* The hash of Fowler, Noll and Vo over a string that ends with zero. */
unsigned fnv1a(const char *text)
{
    unsigned hash = 2166136261u;
    while (*text != 0) {
        hash ^= (unsigned char)*text;
        hash *= 16777619u;
        text++;
    }
    return hash;
}
