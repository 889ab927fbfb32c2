/* The sum of the absolute values of an array. */
unsigned abs_sum(const int *values, int count)
{
    unsigned sum = 0;
    for (int i = 0; i < count; i++) {
        int value = values[i];
        if (value < 0)
            sum += 0u - (unsigned)value;
        else
            sum += (unsigned)value;
    }
    return sum;
}
