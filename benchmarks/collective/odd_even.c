/* Sorting by exchanges between neighbours, one number on each process. */
#include <assert.h>
#include <mpi.h>

#pragma TANDEM processes 4
#define P 4

#pragma TASS input
int value[P];

int main(int argc, char *argv[]) {
    int rank, size, phase, mine, theirs, sorted[P];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine = value[rank];
    for (phase = 0; phase < size; phase++) {
        int partner = (rank + phase) % 2 == 0 ? rank + 1 : rank - 1;
        if (partner < 0 || partner >= size)
            continue;
        MPI_Sendrecv(&mine, 1, MPI_INT, partner, phase, &theirs, 1, MPI_INT, partner, phase,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank < partner ? theirs < mine : theirs > mine)
            mine = theirs;
    }
    MPI_Gather(&mine, 1, MPI_INT, sorted, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0)
        for (int i = 0; i + 1 < size; i++)
            assert(sorted[i] <= sorted[i + 1]);
    MPI_Finalize();
    return 0;
}
