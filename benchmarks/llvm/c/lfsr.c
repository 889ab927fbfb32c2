/* A shift register with feedback, so many steps. */
unsigned short lfsr(unsigned short seed, int steps)
{
    unsigned short state = seed ? seed : 1;
    for (int i = 0; i < steps; i++) {
        unsigned short bit = (unsigned short)((state ^ (state >> 2) ^ (state >> 3) ^ (state >> 5)) & 1);
        state = (unsigned short)((state >> 1) | (bit << 15));
    }
    return state;
}
