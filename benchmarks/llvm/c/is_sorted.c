/* Whether an array ascends. */
int is_sorted(const int *values, int count)
{
    for (int i = 1; i < count; i++)
        if (values[i - 1] > values[i])
            return 0;
    return 1;
}
