import { isRecord, type Unknown } from '../../../schema/description';
import type { InexactNumber } from './number';

/**
 * A value of any type, from the engine's bytes to the resource and back. Lists and sets are arrays; maps and objects are
 * records; `unknown` of the schema's language is what is known later, at apply at the latest.
 */
export type Value = null | boolean | string | number | InexactNumber | Unknown | readonly Value[] | Members;

export type Members = { readonly [name: string]: Value };

/** Whether a value is a plain record, of any JavaScript realm. */
export function isMembers(value: unknown): value is Members {
  return isRecord(value);
}
