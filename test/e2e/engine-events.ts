/** What a command of the engine tells with `-json`, as far as it is looked at here. */
export interface EngineEvents {
  readonly exitCode: number;
  readonly errors: readonly EngineError[];
  /** Whether anything was about to be made, changed or destroyed: what is refused now is refused at apply. */
  readonly applies: boolean;
}

export interface EngineError {
  readonly summary: string;
  readonly detail: string;
}

/** An error or a warning. */
interface Diagnostic extends EngineError {
  readonly severity: string;
  readonly address?: string;
}

interface Line {
  readonly type: string;
  readonly diagnostic?: Diagnostic;
}

/** The events of a command that was run with `-json`. */
export async function eventsOf(
  command: Promise<{ readonly exitCode: number; readonly stdout: string }>,
): Promise<EngineEvents> {
  const { exitCode, stdout } = await command;
  return {
    exitCode,
    errors: diagnosticsIn(stdout)
      .filter(({ severity }) => severity === 'error')
      .map(({ summary, detail }) => ({ summary, detail })),
    applies: linesOf(stdout).some(({ type }) => type === 'apply_start'),
  };
}

/** The errors and warnings of a command that was run with `-json`. */
export function diagnosticsIn(stdout: string): readonly Diagnostic[] {
  return linesOf(stdout).flatMap(({ diagnostic }) => diagnostic ?? []);
}

function linesOf(stdout: string): readonly Line[] {
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
}
