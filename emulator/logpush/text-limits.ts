/** The longest `destination_conf`, `logpull_options` and `ownership_challenge`, in characters (docs/service.md 5.2). */
export const MAX_TEXT = 4096;

/** The longest name of a job, in characters (docs/service.md 5.2). */
export const MAX_NAME = 512;
