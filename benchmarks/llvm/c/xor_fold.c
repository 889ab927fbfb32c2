/* Words folded together by exclusive or, with a rotation. */
unsigned xor_fold(const unsigned *words, int count)
{
    unsigned hash = 0x12345678u;
    for (int i = 0; i < count; ++i)
        hash = ((hash << 5) | (hash >> 27)) ^ words[i];
    return hash;
}
