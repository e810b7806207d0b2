import { positionalParameters } from './enumerate-methods';
import type { EmulatorProcess } from '../running-emulator';
import type { RecordedClient, TypeScriptSdk } from './typescript-sdk';

/** One call of an SDK's method, with what it must show. Calls run in the order of their table, on one emulator. */
export interface Call {
  readonly method: string;
  /** What distinguishes it from other calls of the method. */
  readonly title?: string;
  /** All arguments by their names in the API; which of them are positional is the SDK's choice. */
  readonly with?: Arguments | ((earlier: Earlier) => Arguments | Promise<Arguments>);
  /** A name under which later calls find the result. */
  readonly as?: string;
  /** What the result contains; of a list, its items. */
  readonly shows?: object;
  /** The status with which the service refuses the call; without it, the call succeeds. */
  readonly refused?: number;
  /** Stands in for `refused` in that SDK. */
  readonly refusedIn?: Partial<Record<TypeScriptSdk, number>>;
}

export type Arguments = Readonly<Record<string, unknown>>;

/** The results of earlier calls. */
export interface Earlier {
  /** A member of a result, or of the first item of a list. */
  member(name: string, ...path: readonly string[]): unknown;
  /** The text of the newest file at a destination, as its owner reads it there. */
  delivered(destination: string): Promise<string>;
}

/** The results of the calls so far. */
export class Results implements Earlier {
  readonly #byName = new Map<string, unknown>();
  readonly #emulator: Pick<EmulatorProcess, 'baseUrl' | 'controlToken'>;

  /** @param emulator whose destinations are read */
  constructor(emulator: Pick<EmulatorProcess, 'baseUrl' | 'controlToken'>) {
    this.#emulator = emulator;
  }

  set(name: string, result: unknown): void {
    this.#byName.set(name, result);
  }

  member(name: string, ...path: readonly string[]): unknown {
    if (!this.#byName.has(name)) throw new Error(`the call ${name} failed, and this one needs its result`);
    const result = this.#byName.get(name);
    return path.reduce<unknown>(
      (value, step) => (value as Record<string, unknown>)[step],
      Array.isArray(result) ? result[0] : result,
    );
  }

  async delivered(destination: string): Promise<string> {
    const { baseUrl, controlToken } = this.#emulator;
    const url = new URL(`/_control/deliveries?${new URLSearchParams({ destination })}`, baseUrl);
    const answer = await fetch(url, { headers: { authorization: `Bearer ${controlToken}` } });
    const files = (await answer.json()) as readonly { readonly text: string }[];
    return files.at(-1)?.text ?? '';
  }
}

/** What a list returns: a promise of the first page, and all items as they are iterated. */
interface PagePromise extends Promise<unknown>, AsyncIterable<unknown> {}

/** Calls a method and returns its result; all items of a list, through all of its pages. */
export async function callMethod(client: RecordedClient, name: string, given: Arguments): Promise<unknown> {
  const resource = client.resource(name.split('.').slice(0, -1).join('.'));
  const method = resource[name.split('.').at(-1) ?? ''] as (...values: readonly unknown[]) => PagePromise;
  const positional = positionalParameters(method);
  const params = Object.fromEntries(Object.entries(given).filter(([key]) => !positional.includes(key)));
  const result = method.call(
    resource,
    ...positional.map((key) => given[key]),
    ...(Object.keys(params).length === 0 ? [] : [params]),
  );
  if (!(Symbol.asyncIterator in result)) return result;
  const items: unknown[] = [];
  for await (const item of result) items.push(item);
  return items;
}
