/* A running average with saturation, written back. */
void saturating_filter(short *samples, int count, int gain)
{
    int average = 0;
    if (gain < 0 || gain > 64)
        return;
    for (int i = 0; i < count; i++) {
        int sample = samples[i];
        average = (average * 7 + sample) / 8;
        int output = sample + (average * gain) / 16;
        if (output > 32767)
            output = 32767;
        if (output < -32768)
            output = -32768;
        samples[i] = (short)output;
    }
}
