/* A process that is ready early leaves the loop, and the others wait for it at the barrier. */
#include <mpi.h>

#pragma TANDEM processes 3
#pragma TANDEM expect refuted

#pragma TASS input {limit > 0}
int limit;

int main(int argc, char *argv[]) {
    int rank, size, work, done = 0, total;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    work = limit + rank;
    while (done < work) {
        done++;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Reduce(&done, &total, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
