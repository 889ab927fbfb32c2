/* The sum of an array, from the front. */
int sum(const int *values, unsigned count) {
    int total = 0;
    for (unsigned i = 0; i < count; i++)
        total += values[i];
    return total;
}

/* Whether a year has a 29th of February. */
int is_leap(unsigned year) {
    if (year % 400 == 0)
        return 1;
    if (year % 100 == 0)
        return 0;
    return year % 4 == 0;
}

/* The middle of two positions, as everybody writes it first. */
unsigned middle(unsigned low, unsigned high) {
    return (low + high) / 2;
}

/* The same, as it should be. */
unsigned middle_without_overflow(unsigned low, unsigned high) {
    return low + (high - low) / 2;
}
