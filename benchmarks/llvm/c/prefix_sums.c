/* Each value is replaced by the sum up to it. */
void prefix_sums(unsigned *values, unsigned count)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < count; i++) {
        sum += values[i];
        values[i] = sum;
    }
}
