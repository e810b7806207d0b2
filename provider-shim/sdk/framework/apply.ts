import {
  isUnknown,
  isWhollyKnown,
  type ConfigAtApply,
  type ObjectSchema,
  type PlanAtApply,
  type StateOf,
} from '../../../schema/description';
import { canonical, isMembers, refuseUnknown, type Value } from '../values';
import { reportFailure } from './diagnostics';
import { movedId, movedUnread } from './move-state';
import type { AnyResource, Call } from './resource';
import { typeOf, attributeType } from './schema-type';
import { refuseWriteOnly, withoutWriteOnly } from './write-only';

type State = StateOf<ObjectSchema>;
type Planned = PlanAtApply<ObjectSchema>;

export interface ApplyRequest {
  readonly prior: Value;
  readonly planned: Value;
  readonly config: Value;
}

/**
 * Makes, changes or destroys one object.
 *
 * @returns what is to be stored. After a failure that is what exists as far as it is known: what was saved on the
 * way, else the prior object, so that nothing is lost.
 */
export async function applyResource<C>(
  resource: AnyResource<C>,
  { prior, planned, config: written }: ApplyRequest,
  client: C,
  call: Call,
): Promise<Value> {
  let kept = prior;
  const save = (state: State): void => {
    kept = salvaged(resource.schema, state, prior);
  };
  if (movedId(call) !== undefined) {
    call.diagnostics.error(movedUnread(resource.schema.type));
    return prior;
  }
  try {
    if (planned === null) {
      await resource.delete({ ...call, client, state: prior as State });
      return call.diagnostics.hasError ? kept : null;
    }
    const plan = planned as Planned;
    const config = written as ConfigAtApply<ObjectSchema>;
    const made =
      prior === null
        ? await resource.create({ ...call, client, plan, config, save })
        : await update(resource, { ...call, client, plan, config, save, state: prior as State });
    if (made === undefined) {
      if (!call.diagnostics.hasError)
        throw new Error(`${resource.schema.type} returned neither a state nor an error`);
      return kept;
    }
    save(made);
    return stored(resource.schema, made);
  } catch (error) {
    reportFailure(error, call.diagnostics, call.log);
    return kept;
  }
}

function update<C>(
  resource: AnyResource<C>,
  call: Parameters<NonNullable<AnyResource<C>['update']>>[0],
): Promise<State | undefined> {
  if (resource.update) return resource.update(call);
  throw new Error(
    `${resource.schema.type} has no update, so every attribute that can change must require replacement`,
  );
}

/** The value to be stored for what a resource answered. @throws ValueError when the answer does not fit its schema */
export function stored(schema: ObjectSchema, state: State): Value {
  const value = canonical(typeOf(schema), state);
  return refuseWriteOnly(schema, refuseUnknown(value, `${schema.type} returned a state`));
}

/**
 * As much of a state as can be stored, so that an object that exists at the service is never lost because of a bug:
 * an attribute that does not fit the schema, or is not known, stays as it was before, or else is null.
 *
 * @param prior the object before; null when there was none
 */
function salvaged(schema: ObjectSchema, state: StateOf<ObjectSchema>, prior: Value): Value {
  const members = Object.entries(schema.attributes).map(([name, attribute]) => {
    const before = isMembers(prior) ? (prior[name] ?? null) : null;
    try {
      const value = canonical(attributeType(attribute), state[name]);
      if (isWhollyKnown(value)) return [name, value] as const;
      return [name, before ?? withoutUnknown(value)] as const;
    } catch {
      return [name, before] as const;
    }
  });
  return withoutWriteOnly(schema, Object.fromEntries(members));
}

function withoutUnknown(value: Value): Value {
  if (isUnknown(value)) return null;
  if (Array.isArray(value)) return value.map(withoutUnknown);
  if (!isMembers(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutUnknown(part)]));
}
