import { BASE_PATH, type Emulator } from '../../emulator';
import { isRecord, type JsonObject } from '../../schema';
import { parseJson } from '../text/json';
import { readAnswer, type Answer, type Send } from './answers';

/** Sends GETs to an emulator in this process. */
export function sendTo({ handle, credentials }: Pick<Emulator, 'handle' | 'credentials'>): Send {
  return async (path, query) => {
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]),
    );
    const response = await handle(
      new Request(`http://localhost${BASE_PATH}/${path.join('/')}?${search.toString()}`, {
        headers: { authorization: `Bearer ${credentials().token}` },
      }),
    );
    const { errors, result, result_info: info } = parseJson(await response.text()) as JsonObject;
    const codes = Array.isArray(errors) ? (errors as readonly JsonObject[]).map(({ code }) => code) : [];
    const { status } = response;
    return { status, info: isRecord(info) ? info : {}, result: status === 200 ? result : codes };
  };
}

/** What an emulator answers to the requests that a service answered. */
export async function answersOf(
  recorded: readonly Answer[],
  emulator: Pick<Emulator, 'handle' | 'credentials'>,
): Promise<readonly Answer[]> {
  const send = sendTo(emulator);
  const answers: Answer[] = [];
  for (const { path } of recorded) answers.push(await readAnswer(path, send));
  return answers;
}

/** Where two answers to a GET differ. */
export interface Difference {
  readonly path: string;
  /** In the result, e.g. `rules[skip true].action_parameters.ruleset`, or a whole rule. */
  readonly member: string;
  /** Null if it has no such member; true for a whole rule. */
  readonly service: unknown;
  readonly emulator: unknown;
}

/** The members whose values differ. A rule that one of them lacks is one difference. */
export function differencesBetween(
  service: readonly Answer[],
  emulator: readonly Answer[],
): readonly Difference[] {
  const others = new Map(emulator.map((answer) => [answer.path, leavesOf(answer, ruleName)]));
  return service.flatMap((answer) => {
    const [these, those] = [
      leavesOf(answer, ruleName),
      others.get(answer.path) ?? new Map<string, unknown>(),
    ];
    const lacking = [...these.keys(), ...those.keys()].filter(
      (member) => member.endsWith(']') && these.has(member) !== those.has(member),
    );
    return [...new Set([...these.keys(), ...those.keys()])]
      .filter((member) => !lacking.some((rule) => member.startsWith(`${rule}.`)))
      .map((member) => ({
        ...{ path: answer.path, member },
        ...{ service: these.get(member) ?? null, emulator: those.get(member) ?? null },
      }))
      .filter((each) => JSON.stringify(each.service) !== JSON.stringify(each.emulator));
  });
}

/** A rule by what it does and where, an override by its rule or category. */
function ruleName(item: unknown): string | undefined {
  if (!isRecord(item)) return undefined;
  const { action, expression, action_parameters: parameters, category } = item;
  const ruleset = isRecord(parameters) ? parameters['id'] : undefined;
  if (typeof expression === 'string') return `${String(action)} ${String(ruleset ?? expression)}`;
  const id = category ?? item['id'];
  return typeof id === 'string' ? id : undefined;
}

/**
 * Values that hold no others, by where they stand: `rules[0].action`. A refusal has one, of its status and codes; an item
 * with a name has one of its own.
 */
export function leavesOf(
  { status, result }: Answer,
  nameOf?: (item: unknown) => string | undefined,
): ReadonlyMap<string, unknown> {
  if (status !== 200) return new Map([['refused', `${status} ${(result as readonly unknown[]).join(' ')}`]]);
  const leaves = new Map<string, unknown>();
  const walk = (value: unknown, path: string): void => {
    const items = Array.isArray(value)
      ? value.map((item, index): [string, unknown] => [`${path}[${nameOf?.(item) ?? index}]`, item])
      : isRecord(value)
        ? Object.entries(value).map(([name, each]): [string, unknown] => [
            path === '' ? name : `${path}.${name}`,
            each,
          ])
        : [];
    if (items.length === 0) leaves.set(path, value);
    else if (path.endsWith(']') && nameOf === ruleName) leaves.set(path, true);
    for (const [at, each] of items) walk(each, at);
  };
  walk(result, '');
  return leaves;
}
