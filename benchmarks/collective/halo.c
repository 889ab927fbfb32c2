/* A stencil with allocated arrays whose ghost cells are exchanged without blocking. */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

#pragma TANDEM processes 3
#define CELLS 2

#pragma TASS input {steps >= 0}
int steps;

int main(int argc, char *argv[]) {
    int rank, size, t, i;
    MPI_Request requests[4];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *u = calloc(CELLS + 2, sizeof(double));
    double *next = malloc((CELLS + 2) * sizeof(double));
    for (t = 0; t < steps; t++) {
        int count = 0;
        if (rank > 0) {
            MPI_Irecv(&u[0], 1, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD, &requests[count++]);
            MPI_Isend(&u[1], 1, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD, &requests[count++]);
        }
        if (rank < size - 1) {
            MPI_Irecv(&u[CELLS + 1], 1, MPI_DOUBLE, rank + 1, 0, MPI_COMM_WORLD, &requests[count++]);
            MPI_Isend(&u[CELLS], 1, MPI_DOUBLE, rank + 1, 0, MPI_COMM_WORLD, &requests[count++]);
        }
        MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
        for (i = 1; i <= CELLS; i++)
            next[i] = u[i] + 0.25 * (u[i - 1] - 2 * u[i] + u[i + 1]);
        for (i = 1; i <= CELLS; i++)
            u[i] = next[i];
    }
    assert(t == steps);
    free(u);
    free(next);
    MPI_Finalize();
    return 0;
}
