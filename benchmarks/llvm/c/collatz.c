/* Steps of Collatz's sequence, a thousand at most. */
int collatz(unsigned n)
{
    int steps = 0;
    while (n > 1 && steps < 1000) {
        if (n % 2 == 0)
            n = n / 2;
        else
            n = 3 * n + 1;
        steps++;
    }
    return steps;
}
