/* The greatest value of an array. */
int maximum(const int *values, int count)
{
    int best = -2147483647 - 1;
    for (int i = 0; i < count; i++)
        best = values[i] > best ? values[i] : best;
    return best;
}
