/* Each process adds up what its neighbour sends, but looks at the buffer before the message is in. */
#include <assert.h>
#include <mpi.h>

#pragma TANDEM processes 3
#pragma TANDEM expect refuted

int main(int argc, char *argv[]) {
    int rank, size, mine, other = 0, sum;
    MPI_Request in, out;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine = rank;
    MPI_Irecv(&other, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &in);
    MPI_Isend(&mine, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &out);
    sum = mine + other;
    MPI_Wait(&in, MPI_STATUS_IGNORE);
    MPI_Wait(&out, MPI_STATUS_IGNORE);
    assert(sum >= rank);
    MPI_Finalize();
    return 0;
}
