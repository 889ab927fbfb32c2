/* A stencil with ghost cells: three processes with three cells each, MPI_PROC_NULL at the ends. */
#include <assert.h>
#include <mpi.h>

#pragma TANDEM processes 3
#define CELLS 3

#pragma TASS input {steps >= 0}
int steps;

void exchange(double u[], int left, int right) {
    MPI_Sendrecv(&u[1], 1, MPI_DOUBLE, left, 0, &u[CELLS + 1], 1, MPI_DOUBLE, right, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(&u[CELLS], 1, MPI_DOUBLE, right, 1, &u[0], 1, MPI_DOUBLE, left, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

int main(int argc, char *argv[]) {
    int rank, size, t, i;
    double u[CELLS + 2], next[CELLS + 2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    int right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
    for (i = 0; i < CELLS + 2; i++)
        u[i] = rank == 0 && i == 0 ? 1.0 : 0.0;
    for (t = 0; t < steps; t++) {
        exchange(u, left, right);
        for (i = 1; i <= CELLS; i++)
            next[i] = u[i] + 0.25 * (u[i - 1] - 2 * u[i] + u[i + 1]);
        for (i = 1; i <= CELLS; i++)
            u[i] = next[i];
    }
    assert(t == steps);
    MPI_Finalize();
    return 0;
}
