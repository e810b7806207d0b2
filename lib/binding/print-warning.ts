/** What the command of CDKTF sets for an app that it runs; it prints the warnings of the manifest itself. */
const SET_BY_COMMAND = ['CDKTF_OUTDIR', 'CDKTF_CONTEXT_JSON'];

const printed = new Set<string>();

/**
 * Prints a warning about the app, once, when nothing else would: the app runs by itself, and the manifest that holds
 * its warnings is seldom read. Goes through the warnings of the process, so `--no-warnings` and the event `warning`
 * work as usual.
 */
export function printWarning(text: string): void {
  if (SET_BY_COMMAND.some((name) => process.env[name] !== undefined) || printed.has(text)) return;
  printed.add(text);
  process.emitWarning(text, { type: 'ZonewrightWarning' });
}
