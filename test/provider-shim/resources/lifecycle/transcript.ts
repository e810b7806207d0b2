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

  /** None for two objects: the order in which they are asked for is open. */
  get texts(): readonly string[] {
    return this.#lines.some((line) => /^ {2}again\b/.test(line)) ? [] : [this.whole];
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
