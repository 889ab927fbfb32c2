/* Runs compiled functions and prints what is seen of them. The runs of one function share a process, and
 * globals are put back between them; where one of them fails, the others go on in another process.
 *
 * `table.c` is generated: it lists the functions with their globals. Requests come from standard
 * input, one a line:  ENTRY FILL ARGUMENTS OBJECT OBJECT ...  with bytes in hexadecimal. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "table.h"

#define ARENA 0x10000000ul
#define PAGE 0x1000ul
#define OBJECTS 4
#define SIZE 64
#define LOG (1u << 20)
/* The seconds of processor time that a run may take. */
#define PATIENCE 2

static char *text;
static size_t *length;
static const struct entry *current;
static uint64_t calls;
static size_t *finished;
static unsigned char *saved[64];

static void put(const char *word) {
  size_t size = strlen(word);
  if (*length + size >= LOG) _exit(9);
  memcpy(text + *length, word, size);
  *length += size;
}

static void hex(const void *from, size_t size) {
  static const char digits[] = "0123456789abcdef";
  const unsigned char *bytes = from;
  if (*length + 2 * size + 2 >= LOG) _exit(9);
  for (size_t at = 0; at < size; ++at) {
    text[(*length)++] = digits[bytes[at] >> 4];
    text[(*length)++] = digits[bytes[at] & 15];
  }
  if (size == 0) text[(*length)++] = '-';
}

static void number(uint64_t value) {
  char word[32];
  snprintf(word, sizeof word, " %llu ", (unsigned long long)value);
  put(word);
}

static uint64_t mixed(uint64_t position) {
  uint64_t z = (position + 1) * 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

static void memory(void) {
  for (int object = 0; object < OBJECTS; ++object) {
    put(" ");
    hex((void *)(ARENA + object * PAGE), SIZE);
  }
  for (int at = 0; at < current->globals; ++at) {
    put(" ");
    hex(current->global[at].address(), current->global[at].size());
  }
}

/* A function that is called and that nobody knows: it tells what it sees, and answers by number. */
void judge_call(uint64_t callee, const unsigned char *arguments, uint64_t count, unsigned char *answer,
                uint64_t is_pointer) {
  put("\nC");
  number(callee);
  hex(arguments, 16 * count);
  memory();
  uint64_t call = calls++, low, high = 0;
  if (is_pointer) {
    low = ARENA + mixed(call) % OBJECTS * PAGE;
  } else if (call % 3 == 0) {
    low = mixed(call) % 8;
  } else if (call % 3 == 1) {
    low = mixed(call) % 256;
  } else {
    low = mixed(call);
    high = mixed(call + 1000);
  }
  memcpy(answer, &low, 8);
  memcpy(answer + 8, &high, 8);
}

static size_t bytes_of(const char *digits, unsigned char *bytes, size_t most) {
  size_t size = 0;
  while (size < most && digits[2 * size] && digits[2 * size] != '-') {
    char pair[3] = {digits[2 * size], digits[2 * size + 1], 0};
    bytes[size++] = (unsigned char)strtoul(pair, 0, 16);
  }
  return size;
}

static void run(char *line) {
  static unsigned char arguments[16 * 256], result[16 * 256];
  char *rest = line;
  current = &table[strtoul(strsep(&rest, " "), 0, 10)];
  uint64_t fill = strtoull(strsep(&rest, " "), 0, 10);
  bytes_of(strsep(&rest, " "), arguments, sizeof arguments);
  for (int object = 0; object < OBJECTS; ++object) {
    bytes_of(strsep(&rest, " \n"), (void *)(ARENA + object * PAGE), SIZE);
  }
  calls = 0;
  memset(result, 0, sizeof result);
  for (int at = 0; at < current->globals; ++at) {
    const struct global *global = &current->global[at];
    unsigned char *bytes = global->address();
    size_t size = global->size();
    if (saved[at] && !global->is_constant) {
      memcpy(bytes, saved[at], size);
    } else if (!saved[at]) {
      saved[at] = malloc(size + 1);
      memcpy(saved[at], bytes, size);
    }
    for (size_t place = 0; global->is_external && place < global->size(); ++place) {
      bytes[place] = (unsigned char)mixed(fill + 1000 * at + place);
    }
    put("\nG");
    number((uint64_t)bytes);
    hex(bytes, global->size());
  }
  current->call(arguments, result);
  put("\nV ");
  hex(result, 16 * current->results);
  put("\nM");
  memory();
}

/* An undefined function may write anywhere, and so make the child run what it should not: then nothing
   that it has said counts. */
static int is_sane(size_t asked) {
  if (*length > LOG || *finished > asked) return 0;
  size_t begun = 0;
  for (size_t at = 0; at < *length; ++at)
    if (text[at] == 'R' && (at == 0 || text[at - 1] == '\n')) ++begun;
  return begun == *finished + (*finished < asked);
}

int main(void) {
  int shared = MAP_SHARED | MAP_ANONYMOUS;
  void *arena = mmap((void *)ARENA, OBJECTS * PAGE, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (arena != (void *)ARENA) return 2;
  length = mmap(0, PAGE, PROT_READ | PROT_WRITE, shared, -1, 0);
  text = mmap(0, LOG, PROT_READ | PROT_WRITE, shared, -1, 0);
  finished = length + 1;
  static char *lines[1 << 20];
  size_t count = 0;
  char *line = 0;
  size_t room = 0;
  while (count < (1 << 20) && getline(&line, &room, stdin) > 0) {
    lines[count++] = line;
    line = 0;
  }
  for (size_t first = 0; first < count;) {
    size_t last = first;
    uint64_t entry = strtoul(lines[first], 0, 10);
    while (last < count && strtoul(lines[last], 0, 10) == entry) ++last;
    *length = *finished = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child < 0) return 3;
    if (child == 0) {
      /* What is undefined may run into anything, even into what follows here. */
      close(STDOUT_FILENO);
      struct rlimit limit = {PATIENCE, PATIENCE};
      setrlimit(RLIMIT_CPU, &limit);
      struct rlimit none = {0, 0};
      setrlimit(RLIMIT_CORE, &none);
      for (size_t at = first; at < last; ++at) {
        put("R");
        run(lines[at]);
        put("\nE exit 0\n");
        ++*finished;
      }
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (!is_sane(last - first)) {
      for (; first < last; ++first) printf("R\nE signal %d\n", SIGABRT);
      continue;
    }
    fwrite(text, 1, *length, stdout);
    first += *finished;
    if (first < last) {
      if (WIFSIGNALED(status)) printf("\nE signal %d\n", WTERMSIG(status));
      else printf("\nE exit %d\n", WEXITSTATUS(status));
      ++first;
    }
  }
  return 0;
}
