/* Runs many programs, one after the other, in one start of MPI: each on a communicator of its own that
   it takes for MPI_COMM_WORLD. What MPI leaves to an implementation is chosen at random for each run:
   whether a send waits, whether a collective operation waits for all, and how long everything takes. */
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <limits.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <mpi.h>

static MPI_Comm judge_comm, judge_shadow;
static int judge_rank, judge_case, judge_attached;
static unsigned long judge_own, judge_common;
/* What is printed may be lost when another process fails; a file is not. */
static FILE *judge_transcript;

/* A process that waits leaves its core to the others, of which there are more than cores. */
unsigned ucp_worker_progress(void *worker) {
    static unsigned (*real)(void *);
    if (!real)
        real = (unsigned (*)(void *)) dlsym(RTLD_NEXT, "ucp_worker_progress");
    unsigned done = real(worker);
    if (!done)
        sched_yield();
    return done;
}

static unsigned long judge_next(unsigned long *state) {
    unsigned long z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

static void judge_pause(void) {
    switch (judge_next(&judge_own) % 8) {
    case 0: usleep(judge_next(&judge_own) % 300); break;
    case 1: case 2: for (int i = 0; i < 20; i++) sched_yield(); break;
    default: break;
    }
}

static int judge_waits(void) {
    judge_pause();
    return judge_next(&judge_own) % 2;
}

static void judge_meet(void) {
    judge_pause();
    if (judge_next(&judge_common) % 3 == 0)
        MPI_Barrier(judge_shadow);
}

static void judge_seen(const long *values, int count) {
    fprintf(judge_transcript, "O %d", judge_case);
    for (int i = 0; i < count; i++)
        fprintf(judge_transcript, " %ld", values[i]);
    fprintf(judge_transcript, "\n");
    fflush(judge_transcript);
}

static void judge_late(int signal) {
    (void) signal;
    _exit(98);
}

static int judge_nobody(void *nothing, MPI_Status *status) {
    (void) nothing;
    MPI_Status_set_elements(status, MPI_BYTE, 0);
    MPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = MPI_PROC_NULL;
    status->MPI_TAG = MPI_ANY_TAG;
    return MPI_SUCCESS;
}

static int judge_forget(void *nothing) {
    (void) nothing;
    return MPI_SUCCESS;
}

static int judge_cancel(void *nothing, int done) {
    (void) nothing, (void) done;
    return MPI_SUCCESS;
}

/* MPICH 4.0 leaves the status of a receive from nobody as it was (MPI 4.0, 3.10, says what it is). */
static int judge_irecv(void *into, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                       MPI_Request *request) {
    judge_pause();
    if (source != MPI_PROC_NULL)
        return MPI_Irecv(into, count, type, source, tag, comm, request);
    MPI_Grequest_start(judge_nobody, judge_forget, judge_cancel, NULL, request);
    return MPI_Grequest_complete(*request);
}

static MPI_Comm judge_world(void) {
    return MPI_COMM_WORLD;
}

#undef MPI_COMM_WORLD
#define MPI_COMM_WORLD judge_comm
#define MPI_Init(a, b) ((void) (a), (void) (b), MPI_SUCCESS)
#define MPI_Finalize() MPI_SUCCESS
#define MPI_Buffer_attach(...) (judge_attached = 1, MPI_Buffer_attach(__VA_ARGS__))
#define MPI_Buffer_detach(...) (judge_attached = 0, MPI_Buffer_detach(__VA_ARGS__))
#define MPI_Send(...) (judge_waits() ? MPI_Ssend(__VA_ARGS__) : MPI_Send(__VA_ARGS__))
#define MPI_Isend(...) (judge_waits() ? MPI_Issend(__VA_ARGS__) : MPI_Isend(__VA_ARGS__))
#define MPI_Ssend(...) (judge_pause(), MPI_Ssend(__VA_ARGS__))
#define MPI_Bsend(...) (judge_pause(), MPI_Bsend(__VA_ARGS__))
#define MPI_Recv(...) (judge_pause(), MPI_Recv(__VA_ARGS__))
#define MPI_Irecv(...) judge_irecv(__VA_ARGS__)
#define MPI_Wait(...) (judge_pause(), MPI_Wait(__VA_ARGS__))
#define MPI_Test(...) (judge_pause(), MPI_Test(__VA_ARGS__))
#define MPI_Bcast(...) (judge_meet(), MPI_Bcast(__VA_ARGS__))
#define MPI_Reduce(...) (judge_meet(), MPI_Reduce(__VA_ARGS__))
#define MPI_Allreduce(...) (judge_meet(), MPI_Allreduce(__VA_ARGS__))
#define MPI_Gather(...) (judge_meet(), MPI_Gather(__VA_ARGS__))
#define MPI_Gatherv(...) (judge_meet(), MPI_Gatherv(__VA_ARGS__))
#define MPI_Scatter(...) (judge_meet(), MPI_Scatter(__VA_ARGS__))
#define MPI_Scatterv(...) (judge_meet(), MPI_Scatterv(__VA_ARGS__))
#define MPI_Scan(...) (judge_meet(), MPI_Scan(__VA_ARGS__))
#define MPI_Exscan(...) (judge_meet(), MPI_Exscan(__VA_ARGS__))

typedef int judged_main(int, char **);
