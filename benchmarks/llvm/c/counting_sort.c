/* Sorting of small numbers by counting in a table on the stack. */
void counting_sort(unsigned char *values, int count)
{
    int table[16];
    for (int i = 0; i < 16; i++)
        table[i] = 0;
    for (int i = 0; i < count; i++)
        table[values[i] & 15]++;
    int place = 0;
    for (int value = 0; value < 16; value++) {
        for (int k = table[value]; k > 0 && place < count; k--) {
            values[place] = (unsigned char)value;
            place++;
        }
    }
}
