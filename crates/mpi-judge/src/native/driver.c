#undef main
static void judge_start(int number, int run, unsigned long seed) {
    judge_case = number;
    judge_common = seed + 1000003ul * number + 7919ul * run;
    judge_own = judge_common ^ (judge_rank + 1ul) << 40;
    MPI_Comm_dup(judge_shadow, &judge_comm);
    /* Nobody need be the first. */
    if (judge_next(&judge_own) % 2)
        usleep(judge_next(&judge_own) % 1500);
}

/* What is left over of a run: messages that nobody received. */
static void judge_end(void) {
    void *buffer;
    int size, found = 0;
    if (judge_attached)
        MPI_Buffer_detach(&buffer, &size);
    MPI_Barrier(judge_shadow);
    for (int i = 0; i < 3 && !found; i++)
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, judge_comm, &found, MPI_STATUS_IGNORE);
    if (found) {
        fprintf(stderr, "a message was never received\n");
        fflush(stderr);
        _exit(97);
    }
    MPI_Comm_free(&judge_comm);
}

/* Arguments: where the transcript goes, a seed, the seconds that a run may take, the number of runs, and the numbers of programs. */
int main(int argc, char **argv) {
    int provided = 0;
    PMPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
    judge_shadow = judge_world();
    MPI_Comm_rank(judge_shadow, &judge_rank);
    signal(SIGALRM, judge_late);
    if (judge_rank == 0)
        judge_transcript = fopen(argv[1], "w");
    unsigned long seed = strtoul(argv[2], NULL, 10);
    unsigned patience = atoi(argv[3]);
    int runs = atoi(argv[4]);
    for (int i = 5; i < argc; i++) {
        int number = atoi(argv[i]);
        for (int run = 0; run < runs; run++) {
            if (judge_rank == 0) {
                fprintf(judge_transcript, "B %d %d\n", number, run);
                fflush(judge_transcript);
            }
            judge_start(number, run, seed);
            alarm(patience);
            char *arguments[] = {"case", NULL};
            judged[number](1, arguments);
            judge_end();
            alarm(0);
        }
    }
    if (judge_rank == 0) {
        fprintf(judge_transcript, "D\n");
        fflush(judge_transcript);
    }
    PMPI_Finalize();
    return 0;
}
