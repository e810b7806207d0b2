/** The command's exit codes. If a signal ended the run, it is 128 plus the signal's number, as in a shell. */
export const EXIT_OK = 0;
/** Something failed. */
export const EXIT_FAILED = 1;
/** The command line itself is wrong. */
export const EXIT_USAGE = 2;
