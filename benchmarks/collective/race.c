/* papers/002, Fig. 1: messages may cross iterations, so that the sum is wrong. */
#include <assert.h>
#include <mpi.h>
#include <stdbool.h>

#pragma TANDEM processes 10
#pragma TANDEM expect refuted

int main(int argc, char *argv[]) {
    int nprocs, myrank, s, t, j, x;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &nprocs);
    MPI_Comm_rank(MPI_COMM_WORLD, &myrank);
    s = t = nprocs * (nprocs - 1) / 2;
#pragma TASS collective invariant I s == t;
    while (true) {
        if (myrank == 0) {
            s = 0;
            for (j = 1; j < nprocs; j++) {
                MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                s += x;
            }
            assert(s == t);
        } else
            MPI_Send(&myrank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
