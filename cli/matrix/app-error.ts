/** A line of a stack trace of V8. */
const FRAME = /^\s+at /;

/** The line in which the name and the message of an error begin. */
const BEGIN = /^(?:error: |\[?(?:Uncaught )?[\w$.]*(?:Error|Exception)\b(?: \[\w+\])?:)/;

const NODE_VERSION = /^Node\.js v\d/;

/** How many lines are shown of an error. */
const MOST_LINES = 10;

/**
 * The message of the error that ended an app, without the source and the stack trace around it. If the output has none,
 * its last lines.
 */
export function appError(output: string): readonly string[] {
  const lines = output.split(/\r?\n/).filter((line) => line.trim() !== '');
  const begin = lines.findIndex((line) => BEGIN.test(line));
  const rest = lines.slice(Math.max(begin, 0)).filter((line) => !NODE_VERSION.test(line));
  if (begin === -1) return rest.filter((line) => !FRAME.test(line)).slice(-MOST_LINES);
  const end = rest.findIndex((line) => FRAME.test(line));
  return rest.slice(0, end === -1 ? undefined : end).slice(0, MOST_LINES);
}

/** An error on one line: the first, and what it announces with a colon. */
export function firstLine([first = '', second = '']: readonly string[]): string {
  return first.trimEnd().endsWith(':') ? `${first.trimEnd()} ${second.trim()}` : first.trim();
}
