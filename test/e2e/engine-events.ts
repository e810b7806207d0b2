/** An error or a warning. */
interface Diagnostic {
  readonly severity: string;
  readonly summary: string;
  readonly detail: string;
  readonly address?: string;
}

interface Line {
  readonly diagnostic?: Diagnostic;
}

/** The errors and warnings of a command that was run with `-json`. */
export function diagnosticsIn(stdout: string): readonly Diagnostic[] {
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  return lines.flatMap((line) => (JSON.parse(line) as Line).diagnostic ?? []);
}
