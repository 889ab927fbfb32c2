/* The sum of the decimal digits. */
int digit_sum(unsigned n)
{
    int sum = 0;
    do {
        sum += (int)(n % 10);
        n /= 10;
    } while (n);
    return sum;
}
