#include <assert.h>
#include <mpi.h>

int main(int argc, char *argv[]) {
    int rank, x = 0, other;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    MPI_Send(&rank, 1, MPI_INT, other, 0, MPI_COMM_WORLD);
    MPI_Recv(&x, 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    assert(x == other);
    MPI_Finalize();
    return 0;
}
