/* A sum over Gray codes. */
unsigned gray_walk(unsigned count)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned gray = i ^ (i >> 1);
        if (gray & 4u)
            sum += gray * 3u;
        else
            sum -= gray;
    }
    return sum;
}
