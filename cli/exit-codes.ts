/** What the command's exit code says. A run that a signal ended has 128 plus the signal's number, as in a shell. */
export const EXIT_OK = 0;
/** It ran and something failed. */
export const EXIT_FAILED = 1;
/** The command line itself is wrong. */
export const EXIT_USAGE = 2;
