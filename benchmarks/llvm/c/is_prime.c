/* Whether a number is prime, by trial. */
int is_prime(unsigned n)
{
    if (n < 2)
        return 0;
    if (n % 2 == 0)
        return n == 2;
    for (unsigned d = 3; d <= n / d; d += 2) {
        if (n % d == 0)
            return 0;
    }
    return 1;
}
