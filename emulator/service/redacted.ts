/** What stands for a secret wherever the emulator shows what it was sent, as everywhere in the project. */
export const REDACTED = '(redacted)';
