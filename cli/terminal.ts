import { createColors } from 'picocolors';

type Colors = ReturnType<typeof createColors>;

/** Where the command writes. Results go to `out`, remarks and errors to `err`. */
export interface Terminal {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  readonly colors: Colors;
  /** Columns that a line may fill: those of the terminal, at most 100; 80 where there is none. */
  readonly width: number;
  /** Replaces the last progress line; absent where the output is not a terminal. */
  readonly progress?: (line: string) => void;
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

// https://no-color.org: any value that is not empty; https://force-color.org the same, the other way.
function wantsColors(out: Output, env: NodeJS.ProcessEnv): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR'] && env['FORCE_COLOR'] !== '0') return true;
  return out.isTTY === true && env['TERM'] !== 'dumb';
}
