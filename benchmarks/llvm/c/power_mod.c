/* A power modulo a number of 16 bits. */
unsigned power_mod(unsigned base, unsigned exponent, unsigned modulus)
{
    unsigned result = 1;
    if (modulus == 0 || modulus > 65535)
        return 0;
    base %= modulus;
    while (exponent > 0) {
        if (exponent & 1u)
            result = result * base % modulus;
        base = base * base % modulus;
        exponent >>= 1;
    }
    return result % modulus;
}
