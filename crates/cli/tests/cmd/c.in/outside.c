union number { int i; double d; };
int main(void) { return 0; }
