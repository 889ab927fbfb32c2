/* A machine that sells things for coins. */
int vending(const unsigned char *coins, int count, int price)
{
    int credit = 0;
    int sold = 0;
    if (price < 5 || price > 500)
        return -1;
    for (int i = 0; i < count; i++) {
        switch (coins[i]) {
        case 'n': credit += 5; break;
        case 'd': credit += 10; break;
        case 'q': credit += 25; break;
        case 'r': credit = 0; break;
        case 'b':
            if (credit >= price) {
                credit -= price;
                sold++;
            }
            break;
        default: break;
        }
        if (credit > 1000)
            credit = 1000;
    }
    return sold;
}
