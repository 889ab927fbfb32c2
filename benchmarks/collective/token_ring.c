/* A token goes around the ring; each process adds one to it. */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>

#pragma TANDEM processes 4

#pragma TASS input {rounds >= 0}
int rounds;

int main(int argc, char *argv[]) {
    int rank, size, token = 0, r;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int next = (rank + 1) % size, previous = (rank + size - 1) % size;
    for (r = 0; r < rounds; r++) {
        if (rank == 0) {
            token++;
            MPI_Send(&token, 1, MPI_INT, next, 0, MPI_COMM_WORLD);
            MPI_Recv(&token, 1, MPI_INT, previous, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(&token, 1, MPI_INT, previous, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            token++;
            MPI_Send(&token, 1, MPI_INT, next, 0, MPI_COMM_WORLD);
        }
    }
    if (rank == 0) {
        printf("the token is %d\n", token);
        assert(token == rounds * size);
    }
    MPI_Finalize();
    return 0;
}
