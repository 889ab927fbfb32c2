/* The root takes the order in which results arrive for the order of the ranks. */
#include <assert.h>
#include <mpi.h>

#pragma TANDEM processes 3
#pragma TANDEM expect refuted
#define P 3

int main(int argc, char *argv[]) {
    int rank, size, result[P], square;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    square = rank * rank;
    if (rank == 0) {
        result[0] = square;
        for (int i = 1; i < size; i++)
            MPI_Recv(&result[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < size; i++)
            assert(result[i] == i * i);
    } else {
        MPI_Send(&square, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
