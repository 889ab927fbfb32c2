/* The place of a value in a sorted array, or -1. */
int binary_search(const int *values, int count, int wanted)
{
    int low = 0;
    int high = count - 1;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        int value = values[middle];
        if (value == wanted)
            return middle;
        if (value < wanted)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}
