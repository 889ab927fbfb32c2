/* The distance between the greatest and the least value. */
unsigned range_of(const short *values, int count)
{
    if (count <= 0)
        return 0;
    int least = values[0];
    int greatest = values[0];
    for (int i = 1; i < count; i++) {
        int value = values[i];
        if (value < least)
            least = value;
        else if (value > greatest)
            greatest = value;
    }
    return (unsigned)(greatest - least);
}
