/* The factorial modulo two to the 32. */
unsigned factorial(unsigned n)
{
    unsigned product = 1;
    for (unsigned i = 2; i <= n && i < 1000; i++)
        product *= i;
    return product;
}
