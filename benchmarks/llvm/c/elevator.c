/* An elevator that follows calls; returns how far it went. */
unsigned elevator(const unsigned char *calls, int count)
{
    unsigned floor = 0;
    unsigned way = 0;
    for (int i = 0; i < count; i++) {
        unsigned target = calls[i] % 16u;
        while (floor != target) {
            if (floor < target)
                floor++;
            else
                floor--;
            way++;
        }
    }
    return way;
}
