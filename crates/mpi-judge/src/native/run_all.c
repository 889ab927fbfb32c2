#undef main
/* The argument is a folder for what programs complain about. Printed is how each of them ended, behind
   what it printed itself. */
int main(int argc, char **argv) {
    (void) argc;
    for (int number = 0; number < (int) (sizeof judged / sizeof *judged); number++) {
        printf("B %d", number);
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            char path[4096];
            snprintf(path, sizeof path, "%s/%d", argv[1], number);
            int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
            dup2(file, 2);
            alarm(10);
            judged[number]();
            fflush(stdout);
            _exit(0);
        }
        int status = 0;
        waitpid(child, &status, 0);
        printf("\nE %d\n", status);
        fflush(stdout);
    }
    return 0;
}
