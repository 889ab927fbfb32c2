/* The order of two buffers. */
int compare_bytes(const unsigned char *a, const unsigned char *b, unsigned long length)
{
    for (unsigned long i = 0; i < length; i++) {
        if (a[i] < b[i])
            return -1;
        if (a[i] > b[i])
            return 1;
    }
    return 0;
}
