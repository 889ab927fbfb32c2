/* papers/002, section 3: every process counts to N. */
#include <assert.h>
#include <mpi.h>

#pragma TANDEM processes 10

#pragma TASS input {N >= 0}
int N;

int main(int argc, char *argv[]) {
    int rank, i = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma TASS collective invariant I 0 <= i && i <= N && i == PROC[0]@main.i;
    while (i < N)
        i++;
    assert(i == N);
    MPI_Finalize();
    return 0;
}
