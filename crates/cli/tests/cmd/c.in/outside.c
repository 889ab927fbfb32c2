struct point { int x; };
int main(void) { return 0; }
