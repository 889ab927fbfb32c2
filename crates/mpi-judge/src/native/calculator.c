/* Runs many programs, each in a process of its own, so that one that fails stops no other. */
#include <assert.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* A literal that the compiler does not know. */
#define L(literal) ({ volatile __typeof__(literal) known = (literal); known; })

/* A value of its own type: what is converted to a narrower one GCC computes in that, without asking
   whether the wider one overflows. */
#define V(value) ({ __typeof__(value) whole = (value); whole; })

/* Values are printed as C text. */
static void judge_signed(long long value) {
    if (value == LLONG_MIN)
        printf(" (-9223372036854775807LL-1)");
    else
        printf(" %lldLL", value);
}

static void judge_unsigned(unsigned long long value) {
    printf(" %lluULL", value);
}

static void judge_real(double value) {
    char text[64];
    snprintf(text, sizeof text, "%.17g", value);
    printf(strpbrk(text, ".en") ? " %s" : " %s.0", text);
}

typedef int judged_main(void);
