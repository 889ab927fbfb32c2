/* A traffic light that is stepped by a clock. */
int traffic_light(int state, int ticks)
{
    int greens = 0;
    int timer = 0;
    for (int t = 0; t < ticks; t++) {
        timer++;
        switch (state) {
        case 0:
            if (timer >= 30) {
                state = 1;
                timer = 0;
            }
            break;
        case 1:
            if (timer >= 5) {
                state = 2;
                timer = 0;
            }
            break;
        case 2:
            greens++;
            if (timer >= 25) {
                state = 3;
                timer = 0;
            }
            break;
        default:
            if (timer >= 3) {
                state = 0;
                timer = 0;
            }
            break;
        }
    }
    return state * 1000 + greens % 1000;
}
