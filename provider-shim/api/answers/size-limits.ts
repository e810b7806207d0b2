/**
 * The most that is read of an answer. Each limit is far above what the service gives, so that only a broken or hostile
 * service meets one; then the answer is an error that names what was seen and the limit.
 */

/** Bytes of a body, as received and unpacked: some 30,000 rules. */
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Levels of arrays and objects in a body. Everything that walks through an answer may recurse. */
export const MAX_JSON_DEPTH = 100;

/** Items of a list, over all its pages. */
export const MAX_ITEMS = 20_000;

/** Pages of a list. */
export const MAX_PAGES = 200;

/** Characters of one text. The service's own longest is 4096. */
export const MAX_TEXT = 64 * 1024;

/**
 * Characters of a destination, of which the service takes 4096. Each of its parameters is looked for in what the
 * service says about the job.
 */
export const MAX_DESTINATION = 8 * 1024;

/** Characters of one message of the service, the rest of which is not shown. */
export const MAX_MESSAGE = 2_000;

/** Messages that are kept of one answer. */
export const MAX_MESSAGES = 20;
