/* Parity by folding, no loop. */
int parity_steps(unsigned word)
{
    word ^= word >> 16;
    word ^= word >> 8;
    word ^= word >> 4;
    word &= 15u;
    return (int)((0x6996u >> word) & 1u);
}
