import { createColors } from 'picocolors';

type Colors = ReturnType<typeof createColors>;

/** Where the command writes. Results go to `out`, notes and errors to `err`. */
export interface Terminal {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  readonly colors: Colors;
  /** The width of a line: that of the terminal, at most 100; 80 without a terminal. */
  readonly width: number;
  /** Replaces the last progress line; absent if the output is not a terminal. */
  readonly progress?: (line: string) => void;
}

/** What every command gets in addition to its own options. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly env: NodeJS.ProcessEnv;
}

interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** A terminal over the given streams. Colours follow NO_COLOR, FORCE_COLOR and whether `out` is a terminal. */
export function openTerminal(out: Output, err: Output, env: NodeJS.ProcessEnv): Terminal {
  return {
    out: (line) => void out.write(`${line}\n`),
    err: (line) => void err.write(`${line}\n`),
    colors: createColors(wantsColors(out, env)),
    width: Math.max(40, Math.min(out.columns ?? 80, 100)),
    ...(err.isTTY ? { progress: (line: string) => void err.write(`\r\u001b[2K${line}`) } : {}),
  };
}

// https://no-color.org: any non-empty value; https://force-color.org is the opposite.
function wantsColors(out: Output, env: NodeJS.ProcessEnv): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR'] && env['FORCE_COLOR'] !== '0') return true;
  return out.isTTY === true && env['TERM'] !== 'dumb';
}
