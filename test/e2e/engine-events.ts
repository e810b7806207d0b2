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

interface Line {
  readonly type: string;
  readonly diagnostic?: EngineError & { readonly severity: string };
}

/** The events of a command that was run with `-json`. */
export async function eventsOf(
  command: Promise<{ readonly exitCode: number; readonly stdout: string }>,
): Promise<EngineEvents> {
  const { exitCode, stdout } = await command;
  const lines = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
  return {
    exitCode,
    errors: lines
      .flatMap(({ diagnostic }) => (diagnostic?.severity === 'error' ? [diagnostic] : []))
      .map(({ summary, detail }) => ({ summary, detail })),
    applies: lines.some(({ type }) => type === 'apply_start'),
  };
}
