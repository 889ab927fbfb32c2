/* A master hands out tasks to whoever is free. Workers square their task; the tag tells a task from
   the end of the work. */
#include <assert.h>
#include <mpi.h>

#pragma TANDEM processes 3
#define TASK 1
#define STOP 2

#pragma TASS input {tasks >= 2}
int tasks;

void master(int size) {
    int sent = 0, done = 0, answer, worker, nothing = 0;
    MPI_Status status;
    for (worker = 1; worker < size; worker++) {
        MPI_Send(&sent, 1, MPI_INT, worker, TASK, MPI_COMM_WORLD);
        sent++;
    }
    while (done < tasks) {
        MPI_Recv(&answer, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        assert(answer >= 0 && status.MPI_TAG == TASK);
        done++;
        if (sent < tasks) {
            MPI_Send(&sent, 1, MPI_INT, status.MPI_SOURCE, TASK, MPI_COMM_WORLD);
            sent++;
        } else {
            MPI_Send(&nothing, 1, MPI_INT, status.MPI_SOURCE, STOP, MPI_COMM_WORLD);
        }
    }
    assert(done == tasks);
}

void worker(void) {
    MPI_Status status;
    int task, answer;
    MPI_Recv(&task, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    while (status.MPI_TAG == TASK) {
        answer = task * task;
        MPI_Send(&answer, 1, MPI_INT, 0, TASK, MPI_COMM_WORLD);
        MPI_Recv(&task, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    }
}

int main(int argc, char *argv[]) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        master(size);
    else
        worker();
    MPI_Finalize();
    return 0;
}
