/* How many characters stand before the end of a text. */
unsigned long length(const char *text) {
    unsigned long count = 0;
    while (text[count])
        count++;
    return count;
}

/* The greatest common divisor. */
unsigned gcd(unsigned a, unsigned b) {
    while (b) {
        unsigned rest = a % b;
        a = b;
        b = rest;
    }
    return a;
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
