/* A sum along a binary tree of processes. */
#include <assert.h>
#include <mpi.h>

#pragma TANDEM processes 8

#pragma TASS input
int offset;

int main(int argc, char *argv[]) {
    int rank, size, step, sum, other;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    sum = rank + offset;
    for (step = 1; step < size; step *= 2) {
        if (rank % (2 * step) == 0) {
            if (rank + step < size) {
                MPI_Recv(&other, 1, MPI_INT, rank + step, step, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                sum += other;
            }
        } else {
            MPI_Send(&sum, 1, MPI_INT, rank - step, step, MPI_COMM_WORLD);
            break;
        }
    }
    if (rank == 0)
        assert(sum == size * (size - 1) / 2 + size * offset);
    MPI_Finalize();
    return 0;
}
