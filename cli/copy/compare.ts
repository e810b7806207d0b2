import { BASE_PATH, DEFAULT_TOKEN, type Emulator } from '../../emulator';
import { isRecord, type JsonObject } from '../../schema';
import { parseJson } from '../text/json';
import { readAccountAnswers, readZoneAnswers, type Answer, type Send } from './answers';

/** Where two answers to a GET differ. */
export interface Difference {
  readonly path: string;
  /** In the result, e.g. `rules[0].action`; empty for the whole answer. */
  readonly member: string;
  /**
   * `missing` and `extra`: the emulator lacks it, or alone has it; `kind`: of another JSON type; `form`: a text of another
   * form, e.g. no time; `value`: the rest.
   */
  readonly is: 'missing' | 'extra' | 'kind' | 'form' | 'value';
  readonly service: unknown;
  readonly emulator: unknown;
}

/** Sends GETs to an emulator in this process. */
export function sendTo({ handle }: Pick<Emulator, 'handle'>): Send {
  return async (path, query) => {
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]),
    );
    const response = await handle(
      new Request(`http://localhost${BASE_PATH}/${path.join('/')}?${search.toString()}`, {
        headers: { authorization: `Bearer ${DEFAULT_TOKEN}` },
      }),
    );
    const envelope = parseJson(await response.text()) as JsonObject;
    const info = isRecord(envelope['result_info']) ? envelope['result_info'] : {};
    const { status } = response;
    return { status, info, result: status === 200 ? envelope['result'] : codesOf(envelope['errors']) };
  };
}

function codesOf(errors: unknown): readonly unknown[] {
  return Array.isArray(errors)
    ? errors.map((error: unknown) => (isRecord(error) ? error['code'] : null))
    : [];
}

/** Asks an emulator what the service was asked, and compares the answers. */
export async function compareAnswers(
  recorded: readonly Answer[],
  emulator: Pick<Emulator, 'handle'>,
): Promise<readonly Difference[]> {
  const send = sendTo(emulator);
  const known = new Set<string>();
  const answered = new Map<string, Answer>();
  for (const { path } of recorded) {
    const [, kind, id] = /^\/(zones|accounts)\/([^/]+)$/.exec(path) ?? [];
    if (id === undefined) continue;
    const read = kind === 'zones' ? readZoneAnswers : readAccountAnswers;
    for (const answer of await read(id, send, known)) answered.set(answer.path, answer);
  }
  return recorded.flatMap(({ path, status, result }) => {
    const own = answered.get(path);
    if (own === undefined)
      return [{ path, member: '', is: 'missing', service: status, emulator: null } as const];
    if (own.status !== status)
      return [{ path, member: '', is: 'kind', service: status, emulator: own.status } as const];
    return differencesBetween(result, own.result, '').map((each) => ({ path, ...each }));
  });
}

type Between = Omit<Difference, 'path'>;

function differencesBetween(service: unknown, emulator: unknown, member: string): readonly Between[] {
  const differs = (is: Difference['is']): readonly Between[] => [{ member, is, service, emulator }];
  if (kindOf(service) !== kindOf(emulator)) return differs('kind');
  if (Array.isArray(service) && Array.isArray(emulator)) {
    const [these, those] = [byKey(service), byKey(emulator)];
    return [...new Set([...these.keys(), ...those.keys()])].flatMap((key) =>
      membersDiffer(these, those, key, `${member}[${key}]`),
    );
  }
  if (isRecord(service) && isRecord(emulator)) {
    const [these, those] = [new Map(Object.entries(service)), new Map(Object.entries(emulator))];
    return [...new Set([...these.keys(), ...those.keys()])].flatMap((key) =>
      membersDiffer(these, those, key, member === '' ? key : `${member}.${key}`),
    );
  }
  if (service === emulator) return [];
  return differs(
    typeof service === 'string' && formOf(service) !== formOf(String(emulator)) ? 'form' : 'value',
  );
}

function membersDiffer(
  service: ReadonlyMap<string, unknown>,
  emulator: ReadonlyMap<string, unknown>,
  key: string,
  member: string,
): readonly Between[] {
  const [one, other] = [service.get(key), emulator.get(key)];
  if (!emulator.has(key)) return [{ member, is: 'missing', service: one, emulator: null }];
  if (!service.has(key)) return [{ member, is: 'extra', service: null, emulator: other }];
  return differencesBetween(one, other, member);
}

/** Items by their ids, or by their places where not all have one. */
function byKey(items: readonly unknown[]): ReadonlyMap<string, unknown> {
  const ids = items.map((item) => (isRecord(item) && item['id'] !== '' ? item['id'] : undefined));
  const isKeyed = ids.every((id) => id !== undefined) && new Set(ids).size === ids.length;
  return new Map(items.map((item, index) => [isKeyed ? String(ids[index]) : String(index), item]));
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

const FORMS: Readonly<Record<string, RegExp>> = {
  id: /^[0-9a-f]{32}$/,
  time: /^\d{4}-\d\d-\d\dT[\d:.]+Z$/,
  number: /^\d+$/,
  empty: /^$/,
};

/** What a text looks like. */
export function formOf(text: string): string {
  return Object.entries(FORMS).find(([, form]) => form.test(text))?.[0] ?? 'text';
}
