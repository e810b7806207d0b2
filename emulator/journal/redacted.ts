/** What stands in the journal for a secret, as everywhere in the project. */
export const REDACTED = '(redacted)';
