/* A ring in which everybody receives before sending: nobody ever sends. */
#include <mpi.h>

#pragma TANDEM processes 4
#pragma TANDEM expect refuted

#pragma TASS input {rounds > 0}
int rounds;

int main(int argc, char *argv[]) {
    int rank, size, x = 0, i;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (i = 0; i < rounds; i++) {
        MPI_Recv(&x, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&x, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
