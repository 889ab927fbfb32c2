/* Counts of values in eight classes; returns the fullest. */
int histogram(const unsigned char *data, int length)
{
    int classes[8] = { 0, 0, 0, 0, 0, 0, 0, 0 };
    for (int i = 0; i < length; i++)
        classes[data[i] >> 5]++;
    int best = 0;
    for (int c = 1; c < 8; c++)
        if (classes[c] > classes[best])
            best = c;
    return best;
}
