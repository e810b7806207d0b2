import { canonical, type Value } from '../values';
import { fromAuthor } from './author-values';
import { reportFailure } from './failure';
import type { AnyResource, Call } from './resource';
import { typeOf } from './schema-type';
import { refuseWriteOnly } from './write-only';

/** The stub of an object to import, which the refresh that follows fills; undefined when it cannot be imported. */
export async function importResource<C>(
  resource: AnyResource<C>,
  id: string,
  client: C | undefined,
  call: Call,
): Promise<Value | undefined> {
  if (!resource.importState) {
    call.diagnostics.error({
      message: `${resource.schema.type} cannot be imported.`,
      hint: 'Declare it without an import block: the next apply creates it.',
    });
    return undefined;
  }
  try {
    const stub = await resource.importState({ ...call, client, id });
    if (call.diagnostics.hasError) return undefined;
    if (!stub) throw new Error(`${resource.schema.type} returned neither an import nor an error`);
    const names = Object.keys(resource.schema.attributes);
    const given = stub as Readonly<Record<string, unknown>>;
    const state = fromAuthor(Object.fromEntries(names.map((name) => [name, given[name] ?? null])));
    return refuseWriteOnly(resource.schema, canonical(typeOf(resource.schema), state));
  } catch (error) {
    reportFailure(error, call.diagnostics, call.log);
    return undefined;
  }
}
