/** The engine keeps up to 100 lines of a crash, and tears lines at 64 KiB. */
const LINES = 90;
const LINE_LENGTH = 8 * 1024;

/** Conventional for an uncaught panic. */
export const CRASH_EXIT_CODE = 2;

/** `panic: ` at the start of a line makes the engine show what follows to the user (go-plugin: "logStderr"). */
export function crashText(error: unknown, runtime: string): string {
  const text = error instanceof Error ? (error.stack ?? String(error)) : String(error);
  const lines = text.split('\n').slice(0, LINES);
  return `panic: ${lines.map((line) => line.slice(0, LINE_LENGTH)).join('\n')}\nIt ran with ${runtime}.\n`;
}
