/* A stencil whose array has no room for the right ghost cell. */
#include <mpi.h>

#pragma TANDEM processes 2
#pragma TANDEM expect refuted
#define CELLS 4

#pragma TASS input {steps >= 0}
int steps;

int main(int argc, char *argv[]) {
    int rank, size, t, i;
    double u[CELLS + 1];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int other = 1 - rank;
    for (i = 0; i <= CELLS; i++)
        u[i] = rank;
    for (t = 0; t < steps; t++) {
        double edge = rank == 0 ? u[CELLS] : u[1], ghost;
        MPI_Sendrecv(&edge, 1, MPI_DOUBLE, other, 0, &ghost, 1, MPI_DOUBLE, other, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 0)
            u[CELLS + 1] = ghost;
        else
            u[0] = ghost;
        for (i = 1; i <= CELLS; i++)
            u[i] = 0.5 * u[i] + 0.5 * u[i - 1];
    }
    MPI_Finalize();
    return 0;
}
