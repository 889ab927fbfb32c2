/* Sorting by exchange, until nothing changes. */
void bubble_sort(unsigned char *values, int count)
{
    int changed = 1;
    while (changed) {
        changed = 0;
        for (int i = 0; i + 1 < count; i++) {
            if (values[i] > values[i + 1]) {
                unsigned char swap = values[i];
                values[i] = values[i + 1];
                values[i + 1] = swap;
                changed = 1;
            }
        }
    }
}
