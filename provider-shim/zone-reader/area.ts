import {
  type Problem,
  type Attribute,
  type Attributes,
  checkConfig,
  type JsonObject,
  sameValue,
} from '../../schema';
import type { InventoryOperations, ListedZone } from '../api';
import type { Configured } from '../resources/configured';
import { Diagnostics, PrivateState, type AnyResource } from '../sdk/framework';

/** One zone that is read. */
export interface ZoneCall {
  readonly client: Configured;
  readonly inventory: InventoryOperations;
  readonly zone: ListedZone;
  readonly signal: AbortSignal;
}

/** What one area of a zone has. */
export interface Area {
  readonly objects: readonly Adoptable[];
  /** What is not declared, or only in part. */
  readonly findings: readonly Finding[];
}

export const NOTHING: Area = { objects: [], findings: [] };

/** An object of a zone that a configuration can declare. */
export interface Adoptable {
  readonly type: string;
  /** The id of its import block. */
  readonly importId: string;
  /** The attributes to declare, in the order of the schema; whatever has the provider's default is left out. */
  readonly attributes: JsonObject;
  /** Where a log push job delivers to, with its secrets. */
  readonly destination?: string;
  /** The log push job that it is. */
  readonly job?: { readonly id: number; readonly name: string; readonly dataset: string };
}

/**
 * The attributes that declare what a state holds: those that a user may set, mostly without those that have the default.
 *
 * @param state as an import and the read after it leave it
 */
export function declaredIn(attributes: Attributes, state: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]) => {
      const value = state[name] ?? null;
      if (value === null || !(attribute.required || attribute.optional) || attribute.writeOnly) return [];
      if (!attribute.generatedAlways && sameValue(value, attribute.default)) return [];
      return [[name, declaredValue(attribute, value)]];
    }),
  );
}

function declaredValue(attribute: Attribute, value: unknown): unknown {
  if (!attribute.nested) return value;
  const { nested, attributes } = attribute;
  const inside = (one: unknown): JsonObject => declaredIn(attributes, one as JsonObject);
  if (nested === 'single') return inside(value);
  if (nested === 'list' || nested === 'set') return (value as readonly unknown[]).map(inside);
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, one]) => [key, inside(one)] as const),
  );
}

/**
 * Something at the service that the configuration does not have, or has only in part: what it is, and why. It shows no
 * secret.
 */
export type Finding = Pick<Problem, 'message' | 'hint'>;

export function finding(message: string, hint: string): Finding {
  return { message, hint };
}

/** An object that cannot be declared because a plan would refuse it. @param subject begins a sentence */
export function undeclarable(subject: string, problems: readonly Problem[]): Finding {
  const reasons = problems.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  );
  return finding(
    `${subject} is not adopted, because the provider refuses it as it is. ${reasons.join(' ')}`,
    'Correct it at the service and adopt again with --again, or leave it unmanaged.',
  );
}

/** An area with nothing but what it does not declare. */
export function undeclared(...findings: readonly Finding[]): Area {
  return { objects: [], findings };
}

/** Keeps the errors as problems, with their codes. */
class Refusals extends Diagnostics {
  readonly problems: Problem[] = [];

  override error(problem: Parameters<Diagnostics['error']>[0]): void {
    this.problems.push({ code: 'import_refused', path: [], ...problem });
    super.error(problem);
  }
}

interface Declaration {
  /** Begins a sentence about the object. */
  readonly subject: string;
  /** What the zone has beside what is declared. @default nothing */
  readonly findingsOf?: (state: JsonObject) => readonly Finding[];
}

/**
 * Declares the one object of a resource that a zone has, if the provider would not refuse it: imports it as the engine does,
 * and keeps nothing of it. The state that results is what a plan compares a configuration with.
 *
 * @throws ServiceError
 */
export async function declaredObject(
  { client, zone: { id }, signal }: ZoneCall,
  resource: AnyResource<Configured>,
  { subject, findingsOf = () => [] }: Declaration,
): Promise<Area> {
  const diagnostics = new Refusals();
  const privateState = PrivateState.from(undefined);
  const call = { client, diagnostics, privateState, signal, log: () => undefined };
  const found = await resource.importState?.({ ...call, id, isMoved: false });
  const nothing = Object.keys(resource.schema.attributes).map((name) => [name, null]);
  const stub = { ...Object.fromEntries(nothing), ...found } as Parameters<typeof resource.read>[0]['state'];
  const state = found && !diagnostics.hasError ? await resource.read({ ...call, state: stub }) : null;
  if (state === null || diagnostics.hasError) return undeclared(undeclarable(subject, diagnostics.problems));
  const { schema } = resource;
  const { zone_id: _zone, ...attributes } = declaredIn(schema.attributes, state);
  const problems = checkConfig(schema, { zone_id: id, ...attributes });
  if (problems.length > 0) return undeclared(undeclarable(subject, problems));
  return { objects: [{ type: schema.type, importId: id, attributes }], findings: findingsOf(state) };
}
