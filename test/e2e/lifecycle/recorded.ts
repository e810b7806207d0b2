import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What is recorded of a resource, by situation: a text file with a heading for each. A long line that comes again is there
 * once, with a mark, and then as its beginning with the mark.
 */
export class Recorded {
  readonly #path: string;
  readonly #now = new Map<string, string>();
  readonly #before: ReadonlyMap<string, string>;

  constructor(name: string) {
    this.#path = join(process.cwd(), 'test', 'fixtures', 'lifecycle', `${name}.txt`);
    const text = isWritten ? '' : whole(readFileSync(this.#path, 'utf8'));
    const sections = text.split(/^# /m).slice(1);
    this.#before = new Map(
      sections.map((section) => {
        const end = section.indexOf('\n');
        return [section.slice(0, end), section.slice(end + 1).trimEnd()];
      }),
    );
  }

  /** What comes of a situation; undefined of one that is not recorded. */
  cell(situation: string): Cell | undefined {
    const lines = this.#before.get(situation)?.split('\n') ?? [];
    const [comes, ...says] = lines.filter((line) => /^[=!] /.test(line)).map((line) => line.slice(2));
    return comes === undefined ? undefined : { comes, says };
  }

  /** What is recorded of a situation; while it is written, what is to be. */
  of(situation: string, now: string): string | undefined {
    this.#now.set(situation, now);
    return isWritten ? now : this.#before.get(situation);
  }

  end(): void {
    const all = [...this.#now].map(([situation, text]) => `# ${situation}\n${text}\n`);
    if (isWritten) writeFileSync(this.#path, shortened(all.join('\n')));
    else expect([...this.#before.keys()]).toEqual([...this.#now.keys()]);
  }
}

const isWritten = process.env['ZONEWRIGHT_WRITE_LIFECYCLE'] !== undefined;

/** How much of a line that comes again is shown. */
const SHOWN = 70;
const markOf = (line: string): string => ` #${createHash('sha256').update(line).digest('hex').slice(0, 8)}`;

function shortened(text: string): string {
  const lines = text.split('\n');
  const seen = new Set<string>();
  return lines
    .map((line) => {
      const isRepeated = line.length > SHOWN + 20 && lines.indexOf(line) !== lines.lastIndexOf(line);
      if (!isRepeated) return line;
      const isFirst = !seen.has(line);
      seen.add(line);
      return (isFirst ? line : `${line.slice(0, SHOWN)}…`) + markOf(line);
    })
    .join('\n');
}

function whole(text: string): string {
  const lines = text.split('\n');
  const byMark = new Map(
    lines.flatMap((line) => {
      const [, full, mark] = /^(.*[^…])( #[0-9a-f]{8})$/.exec(line) ?? [];
      return full === undefined || mark === undefined ? [] : [[mark, full]];
    }),
  );
  return lines.map((line) => byMark.get(/ #[0-9a-f]{8}$/.exec(line)?.[0] ?? '') ?? line).join('\n');
}

/** What comes of a situation. */
export interface Cell {
  /** Each command with its exit code, the operations that wrote, and what is held once that changes; then a plan. */
  readonly comes: string;
  /** The summaries of all warnings and errors, each once, in the order of the alphabet. */
  readonly says: readonly string[];
}

/** A cell as it is recorded. */
export function textOf({ comes, says }: Cell): string {
  return [`= ${comes}`, ...says.map((summary) => `! ${summary}`)].join('\n');
}
