import type { Reader } from '../checks/reader';
import { IDENTIFIER } from '../determinism/identifiers';
import type { JsonObject } from '../service/ruleset';

/** Reads the parameters of `execute` (spec 2.5): the id of the managed ruleset; overrides as they are. */
export function readExecuteParameters(reader: Reader): JsonObject | undefined {
  const members = reader.members(['id', 'version', 'overrides']);
  const id = members?.required('id')?.matching(IDENTIFIER, '32 lower-case hexadecimal digits');
  const version = members?.optional('version')?.string();
  const overrides = readObject(members?.optional('overrides'));
  if (id === undefined) return undefined;
  return { id, ...(version !== undefined && { version }), ...(overrides && { overrides }) };
}

/** Reads the parameters of `skip` (facts 4.4): any object. */
export function readSkipParameters(reader: Reader): JsonObject | undefined {
  return readObject(reader);
}

function readObject(reader: Reader | undefined): JsonObject | undefined {
  const value = reader?.value;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  return reader?.refuse('it must be an object');
}
