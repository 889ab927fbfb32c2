/* papers/002, section 3: diffusion in one dimension with fixed borders, on one process. */
#define M 10

#pragma TASS input {steps >= 0}
int steps;
#pragma TASS input
double k;
#pragma TASS input
double start[M];
#pragma TASS output
double u[M];

int main(void) {
    double w[M];
    int t = 0, i;
    for (i = 0; i < M; i++)
        u[i] = start[i];
#pragma TASS joint invariant LOOP 0 <= t && t <= steps;
    while (t < steps) {
        for (i = 0; i < M; i++) {
            double left = i > 0 ? u[i - 1] : 0, right = i < M - 1 ? u[i + 1] : 0;
            w[i] = u[i] + k * (left - 2 * u[i] + right);
        }
        for (i = 0; i < M; i++)
            u[i] = w[i];
        t++;
    }
    return 0;
}
