import type { ObjectSchema, StateOf } from '../../../schema/description';
import { canonical, equal, isMembers, refuseUnknown, type Value } from '../values';
import { reportFailure } from './diagnostics';
import type { AnyResource, Call } from './resource';
import { typeOf, attributeType } from './schema-type';
import { refuseWriteOnly } from './write-only';
import { mapAttributes, mapNested, type Step } from './members';
import { isSecret } from './secrets';

/** What is imported. */
interface ImportRequest {
  readonly id: string;
  /** @default false */
  readonly isMoved?: boolean;
  /** What the move has found in its source. @default nothing */
  readonly known?: StateOf<ObjectSchema>;
}

/** The stub of an object to import, which the refresh that follows fills; undefined when it cannot be imported. */
export async function importResource<C>(
  resource: AnyResource<C>,
  { id, isMoved = false, known }: ImportRequest,
  client: C | undefined,
  call: Call,
): Promise<Value | undefined> {
  if (!resource.importState)
    return void call.diagnostics.error({
      message: `${resource.schema.type} cannot be imported.`,
      hint: 'Declare it without an import block: the next apply creates it.',
    });
  try {
    const stub = await resource.importState({ ...call, client, id, isMoved });
    if (call.diagnostics.hasError) return undefined;
    if (!stub) throw new Error(`${resource.schema.type} returned neither an import nor an error`);
    return stubOf(resource.schema, { ...known, ...stub });
  } catch (error) {
    return void reportFailure(error, call.diagnostics, call.log);
  }
}

/** An object with these attributes, and null for the others. @throws ValueError when they do not fit the schema */
export function stubOf(schema: ObjectSchema, known: Partial<StateOf<ObjectSchema>>): Value {
  const names = Object.keys(schema.attributes);
  const state = Object.fromEntries(names.map((name) => [name, known[name]]));
  const stub = refuseUnknown(canonical(typeOf(schema), state), `${schema.type} returned an import`);
  return refuseWriteOnly(schema, stub);
}

/** The configuration of an object that exists: what a configuration may set, is mostly not its default, and holds no secret. */
export function generateConfig<C>(resource: AnyResource<C>, state: Value): Value {
  return isMembers(state) ? mapAttributes(resource.schema.attributes, state, null, settable) : null;
}

const settable: Step = (attribute, value) => {
  if ((!attribute.required && !attribute.optional) || isSecret(attribute)) return null;
  const { default: unset, generatedAlways } = attribute;
  if (unset !== undefined && !generatedAlways && equal(attributeType(attribute), value, unset as Value))
    return null;
  return attribute.nested ? mapNested(attribute, value, null, settable) : value;
};
