/* Sorting by selection. */
void selection_sort(int *values, int count)
{
    for (int i = 0; i < count; i++) {
        int least = i;
        for (int j = i + 1; j < count; j++) {
            if (values[j] < values[least])
                least = j;
        }
        if (least != i) {
            int swap = values[i];
            values[i] = values[least];
            values[least] = swap;
        }
    }
}
