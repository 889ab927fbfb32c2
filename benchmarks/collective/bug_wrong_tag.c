/* The workers answer with the tag of the task, the master waits for another one. */
#include <mpi.h>

#pragma TANDEM processes 3
#pragma TANDEM expect refuted
#define TASK 1
#define ANSWER 2

int main(int argc, char *argv[]) {
    int rank, size, x, sum = 0;
    MPI_Status status;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        for (int w = 1; w < size; w++)
            MPI_Send(&w, 1, MPI_INT, w, TASK, MPI_COMM_WORLD);
        for (int w = 1; w < size; w++) {
            MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, ANSWER, MPI_COMM_WORLD, &status);
            sum += x;
        }
    } else {
        MPI_Recv(&x, 1, MPI_INT, 0, TASK, MPI_COMM_WORLD, &status);
        x = x * x;
        MPI_Send(&x, 1, MPI_INT, 0, status.MPI_TAG, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
