/* The place of the last number of a value, or -1. */
int find_last(const int *values, int count, int wanted)
{
    int place = -1;
    for (int i = 0; i < count; i++)
        if (values[i] == wanted)
            place = i;
    return place;
}
