/* An array the other way round. */
void reverse_array(int *values, int count)
{
    int low = 0;
    int high = count - 1;
    while (low < high) {
        int swap = values[low];
        values[low] = values[high];
        values[high] = swap;
        low++;
        high--;
    }
}
