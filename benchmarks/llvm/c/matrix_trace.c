/* The sum of the diagonal and of the borders of a square matrix. */
int matrix_trace(const int *matrix, int size)
{
    unsigned sum = 0;
    for (int row = 0; row < size; row++) {
        for (int column = 0; column < size; column++) {
            unsigned value = (unsigned)matrix[row * size + column];
            if (row == column)
                sum += value;
            else if (row == 0 || column == 0)
                sum -= value;
        }
    }
    return (int)sum;
}
