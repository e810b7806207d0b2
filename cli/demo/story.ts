import type { Terminal } from '../terminal/terminal';

/** Prints the demo on a terminal. */
export interface Story {
  /** Begins a step: its number, what it does and why that matters. */
  step(number: number, total: number, title: string, why: string): void;
  /** A command as a user would type it. */
  command(line: string): void;
  /** Lines of real output. */
  output(lines: readonly string[]): void;
  /** Something that was checked. */
  check(fact: string): void;
  /** A line of the engine's output, printed only with `--verbose`. */
  detail(line: string): void;
  say(line: string): void;
}

/** A story with each line within the width of the terminal. */
export function tellOn(terminal: Terminal, verbose: boolean): Story {
  const { colors, width } = terminal;
  const out = (line: string): void => terminal.out(line);
  return {
    step: (number, total, title, why) => {
      out('');
      out(`${colors.bold(colors.cyan(`${number}/${total}`))}  ${colors.bold(title)}`);
      out(colors.dim(clip(`     ${why}`, width)));
    },
    command: (line) => out(`     ${colors.bold(`$ ${clip(line, width - 7)}`)}`),
    output: (lines) => {
      if (verbose) return;
      for (const line of lines) out(colored(clip(`       ${line}`, width), line, colors));
    },
    check: (fact) => out(`     ${colors.green('✓')} ${clip(fact, width - 7)}`),
    detail: (line) => {
      if (verbose) out(colors.dim(`     │ ${line}`));
    },
    say: out,
  };
}

// With these signs at the start of a line, the engine marks what a plan creates, destroys and changes.
function colored(text: string, line: string, colors: Terminal['colors']): string {
  switch (line.trimStart()[0]) {
    case '+':
      return colors.green(text);
    case '-':
      return colors.red(text);
    case '~':
      return colors.yellow(text);
    case '#':
      return colors.bold(text);
    default:
      return text;
  }
}

/** A line of at most `width` characters; an ellipsis replaces the rest. */
function clip(line: string, width: number): string {
  return line.length <= width ? line : `${line.slice(0, width - 1)}…`;
}
