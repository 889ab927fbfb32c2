/* papers/002, section 3: everybody sends to the right and receives from the left, N times. */
#include <mpi.h>

#pragma TANDEM sends buffered
#pragma TANDEM processes 10

#pragma TASS input {N >= 0}
int N;

int main(int argc, char *argv[]) {
    int rank, size, i = 0, x;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    x = rank;
#pragma TASS collective invariant I i == PROC[0]@main.i;
    while (i < N) {
        MPI_Send(&x, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
        MPI_Recv(&x, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        i++;
    }
    MPI_Finalize();
    return 0;
}
