/* Calls of functions that are not here. */
extern int next_token(int state);
extern void report(int code, unsigned count);

int call_outside(int limit)
{
    unsigned errors = 0;
    int state = 0;
    for (int i = 0; i < limit; i++) {
        state = next_token(state);
        if (state < 0) {
            errors = errors + 1;
            report(state, errors);
            state = 0;
        }
    }
    return (int)errors;
}
