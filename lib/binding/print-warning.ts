/** What the command of CDKTF sets for an app that it runs; it prints the warnings of the manifest itself. */
const SET_BY_COMMAND = ['CDKTF_OUTDIR', 'CDKTF_CONTEXT_JSON'];

/** More warnings of the same words tell nobody more; the manifest has them all. */
const MOST_ALIKE = 5;

/** The constructs for which a warning was printed, by its words. */
const printed = new Map<string, Set<string>>();

/**
 * Prints a warning about a construct, once, when nothing else would: the app runs by itself, and the manifest that
 * holds its warnings is seldom read. Goes through the warnings of the process, so `--no-warnings` and the event
 * `warning` work as usual.
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
