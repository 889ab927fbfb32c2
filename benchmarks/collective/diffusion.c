/* papers/002, section 3: diffusion in one dimension with fixed borders, a process for each cell. */
#include <mpi.h>

#pragma TANDEM sends buffered
#pragma TANDEM processes 10
#define M 10

#pragma TASS input {steps >= 0}
int steps;
#pragma TASS input
double k;
#pragma TASS input
double start[M];
#pragma TASS output
double u[M];

int main(int argc, char *argv[]) {
    int rank, size, t = 0;
    double x, left = 0, right = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    x = start[rank];
#pragma TASS joint invariant LOOP x == spec.u[rank] && t == spec.t && \
    (rank > 0 || left == 0) && (rank < M - 1 || right == 0);
    while (t < steps) {
        if (rank > 0)
            MPI_Send(&x, 1, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD);
        if (rank < size - 1) {
            MPI_Send(&x, 1, MPI_DOUBLE, rank + 1, 0, MPI_COMM_WORLD);
            MPI_Recv(&right, 1, MPI_DOUBLE, rank + 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        if (rank > 0)
            MPI_Recv(&left, 1, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        x = x + k * (left - 2 * x + right);
        t++;
    }
    MPI_Gather(&x, 1, MPI_DOUBLE, u, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
