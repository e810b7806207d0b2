import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scene } from '../../../e2e/lifecycle/scene';

/**
 * What each command of a situation asked the service, what it planned, said and stored, word for word. Ids and times are
 * numbered in the order in which they appear.
 */
export class Transcript {
  readonly #lines: string[] = [];

  constructor(private readonly scene: Scene) {
    scene.tell = (command, printed) =>
      this.#lines.push(`$ ${command}`, ...this.#requests(), ...texts(printed));
  }

  /** Begins a situation. */
  begin(): void {
    this.#lines.length = 0;
  }

  /** Undefined for two objects: the order in which they are asked for is open. */
  get text(): string | undefined {
    return this.#lines.some((line) => /^ {2}again\b/.test(line)) ? undefined : this.whole;
  }

  get whole(): string {
    return numbered(this.#lines.join('\n'), this.scene);
  }

  #requests(): readonly string[] {
    const journal = this.scene.control.journal();
    const ofStatus = (status: number | null): string => (status === 200 ? '' : ` ${status ?? 'no answer'}`);
    const reads = journal.filter(({ method }) => method === 'GET');
    // How often one is sent may depend on which answer is there first; one that fails may end others before they are sent.
    const isSure = reads.every(
      ({ operation, status }) =>
        status === 200 || (status === 404 && operation === 'rulesets.entrypoint.get'),
    );
    const asked = isSure
      ? reads.map(({ operation, status }) => `${operation ?? '?'}${ofStatus(status)}`).sort()
      : [];
    const writes = journal
      .filter(({ method }) => method !== 'GET')
      .map(({ method, operation, status, body }) =>
        `  ${method} ${operation ?? '?'}${ofStatus(status)} ${body === null ? '' : JSON.stringify(body)}`.trimEnd(),
      );
    return [...(asked.length > 0 ? [`  GET ${[...new Set(asked)].join(', ')}`] : []), ...writes];
  }
}

/** The lines that were printed, with a diagnostic on one. */
function texts(printed: string): readonly string[] {
  const [plan = '', ...diagnostics] = printed.split(/^(?=(?:Error|Warning): )/m);
  const said = diagnostics.map((text) => text.trim().replace(/\s*\n\s*/g, ' / '));
  return [...plan.split('\n').filter((line) => line !== ''), ...counted(said)].map((line) => `  ${line}`);
}

/** Each once, with how often it is there if that is more. */
function counted(texts: readonly string[]): readonly string[] {
  const count = (text: string): number => texts.filter((one) => one === text).length;
  return [...new Set(texts)].map((text) => (count(text) > 1 ? `${text} (${count(text)} times)` : text));
}

function numbered(text: string, { zoneId, otherZoneId, service }: Scene): string {
  const names = new Map([
    [zoneId, 'ZONE'],
    [otherZoneId, 'OTHER'],
  ]);
  const nameOf = (id: string): string => {
    const name = names.get(id) ?? `ID${names.size - 1}`;
    names.set(id, name);
    return name;
  };
  return text
    .replaceAll(service.emulator.baseUrl, 'SERVICE')
    .replace(/\b(?:[0-9a-f]{32}|[0-9a-f]{24})\b/g, nameOf)
    .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
}

/**
 * The transcripts of a resource, by situation: a text file with a heading for each. A long line that comes again is there
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
