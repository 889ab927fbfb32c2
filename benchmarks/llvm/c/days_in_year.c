/* The day of the year of a date; 0 where there is no such date. */
static const unsigned char lengths[12] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

static int is_leap(unsigned year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

int days_in_year(unsigned year, unsigned month, unsigned day)
{
    if (month < 1 || month > 12 || day < 1)
        return 0;
    unsigned longest = lengths[month - 1];
    if (month == 2 && is_leap(year))
        longest++;
    if (day > longest)
        return 0;
    int sum = (int)day;
    for (unsigned m = 1; m < month; m++) {
        sum += lengths[m - 1];
        if (m == 2 && is_leap(year))
            sum++;
    }
    return sum;
}
