/* The inner product of two vectors, in a wider type. */
long dot_product(const int *a, const int *b, int count)
{
    long sum = 0;
    for (int i = 0; i < count; i++)
        sum += (long)a[i] * b[i];
    return sum;
}
