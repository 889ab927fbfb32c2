/* Sorting by insertion. */
void insertion_sort(int *values, int count)
{
    for (int i = 1; i < count; i++) {
        int value = values[i];
        int j = i;
        while (j > 0 && values[j - 1] > value) {
            values[j] = values[j - 1];
            j--;
        }
        values[j] = value;
    }
}
