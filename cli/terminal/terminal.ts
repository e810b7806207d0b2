import { randomUUID } from 'node:crypto';
import { createColors } from 'picocolors';
import { HiddenTexts, printable } from '../../provider-shim/sdk/text';

type Colors = ReturnType<typeof createColors>;

/**
 * Where the command writes: results to `out`, notes and errors to `err`. It is the one place that prints, and prints
 * nothing that a terminal obeys but the colours that `colors` added, whoever wrote the text.
 */
export interface Terminal {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  readonly colors: Colors;
  /** What is shown nowhere: the credentials that the command uses, which a service may put into any answer. */
  readonly secrets: HiddenTexts;
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
  const secrets = new HiddenTexts('(redacted)');
  // Nobody else can write it, so what it stands before is a colour of ours.
  const mark = randomUUID();
  const colorOf = new RegExp(`${mark}(\\d+)m`, 'g');
  const shown = (text: string): string => printable(secrets.hide(text)).replace(colorOf, '\u001b[$1m');
  return {
    out: (line) => void out.write(`${shown(line)}\n`),
    err: (line) => void err.write(`${shown(line)}\n`),
    colors: marked(createColors(wantsColors(out, env)), mark),
    secrets,
    width: Math.max(40, Math.min(out.columns ?? 80, 100)),
    ...(err.isTTY ? { progress: (line: string) => void err.write(`\r\u001b[2K${shown(line)}`) } : {}),
  };
}

/** Colours that begin and end with the mark instead of an escape. */
function marked(colors: Colors, mark: string): Colors {
  const formatters = Object.entries(colors).map(([name, paint]) => {
    if (typeof paint !== 'function') return [name, paint];
    const [open = '', close = ''] = paint('|').replaceAll('\u001b[', mark).split('|');
    return [name, (text: string) => `${open}${text}${close}`];
  });
  return Object.fromEntries(formatters) as Colors;
}

// https://no-color.org: any non-empty value; https://force-color.org is the opposite.
function wantsColors(out: Output, env: NodeJS.ProcessEnv): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR'] && env['FORCE_COLOR'] !== '0') return true;
  return out.isTTY === true && env['TERM'] !== 'dumb';
}
