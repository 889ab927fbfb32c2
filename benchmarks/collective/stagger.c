/* papers/002, Fig. 2: a message sent in an odd iteration is received in an even one. The last part
   of the invariant is missing in the paper, and the assertion does not follow without it. */
#include <assert.h>
#include <mpi.h>

#pragma TANDEM processes 2

#pragma TASS input {n >= 0}
int n;

int main(int argc, char *argv[]) {
    int myrank, i = 0, x = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &myrank);
#pragma TASS collective invariant I i == PROC[1 - myrank]@main.i && \
    x == 2 * ((i + 1 - myrank) / 2) && 0 <= i && i <= 2 * n;
    while (i < 2 * n) {
        if (myrank == 0 && i % 2 == 0) {
            MPI_Recv(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else if (myrank == 1 && i % 2 == 1) {
            x = i + 1;
            MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        }
        i++;
    }
    assert(x == 2 * n);
    MPI_Finalize();
    return 0;
}
