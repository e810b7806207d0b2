import { type Problem, type Attribute, type Attributes, type JsonObject, sameValue } from '../../schema';
import type { InventoryOperations, ListedZone } from '../api';
import type { Configured } from '../resources/configured';

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
  readonly findings: readonly Problem[];
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
 * The attributes that declare what a state holds: those that a user may set, without those that have the default.
 *
 * @param state as an import and the read after it leave it
 */
export function declaredIn(attributes: Attributes, state: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]) => {
      const value = state[name] ?? null;
      if (value === null || !(attribute.required || attribute.optional) || attribute.writeOnly) return [];
      if (attribute.default !== undefined && sameValue(value, attribute.default)) return [];
      return [[name, declaredValue(attribute, value)]];
    }),
  );
}

function declaredValue(attribute: Attribute, value: unknown): unknown {
  if (!attribute.nested) return value;
  const { nested, attributes } = attribute;
  if (nested === 'single') return declaredIn(attributes, value as JsonObject);
  if (nested === 'map')
    return Object.fromEntries(
      Object.entries(value as JsonObject).map(([key, one]) => [
        key,
        declaredIn(attributes, one as JsonObject),
      ]),
    );
  return (value as readonly unknown[]).map((one) => declaredIn(attributes, one as JsonObject));
}

/**
 * Something at the service that the configuration does not have, or has only in part: what it is, and why. The path is
 * empty. A finding shows no secret.
 */
export function finding(code: string, message: string, hint: string): Problem {
  return { code, path: [], message, hint };
}

/** An object that cannot be declared because a plan would refuse it. @param subject begins a sentence */
export function undeclarable(subject: string, problems: readonly Problem[]): Problem {
  const reasons = problems.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  );
  return finding(
    'undeclarable',
    `${subject} is not adopted, because the provider refuses it as it is. ${reasons.join(' ')}`,
    'Correct it at the service and adopt again with --again, or leave it unmanaged.',
  );
}
