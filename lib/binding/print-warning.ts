/** Set by the CLI of CDKTF for an app that it runs; the CLI prints the warnings of the manifest itself. */
const SET_BY_COMMAND = ['CDKTF_OUTDIR', 'CDKTF_CONTEXT_JSON'];

/** Repeating a warning more often does not help; the manifest has all of them. */
const MOST_ALIKE = 5;

/** The constructs for which a warning was printed, by its text. */
const printed = new Map<string, Set<string>>();

/**
 * Prints a warning about a construct, once, when the app runs without the CLI of CDKTF: few people read its manifest.
 * Uses the warnings of the process, so `--no-warnings` and the event `warning` work as usual.
 *
 * @param path of the construct
 */
export function printWarning(path: string, warning: string): void {
  if (SET_BY_COMMAND.some((name) => process.env[name] !== undefined)) return;
  const alike = printed.get(warning) ?? new Set();
  printed.set(warning, alike);
  if (alike.has(path) || alike.size > MOST_ALIKE) return;
  alike.add(path);
  const text =
    alike.size > MOST_ALIKE
      ? `More than these ${MOST_ALIKE} constructs have this warning; manifest.json lists all of them: ${warning}`
      : `${path}: ${warning}`;
  process.emitWarning(text, { type: 'ZonewrightWarning' });
}
