import type { Reader } from '../checks/reader';
import { parseDestination } from '../destinations/parse-destination';
import { redactedDestination } from '../destinations/redact-destination';
import { MAX_TEXT } from './text-limits';

/** Reads the `destination_conf` of an object. No message repeats a secret. */
export function readDestination(parent: Reader, reader: Reader | undefined): string | undefined {
  const text = reader?.string();
  if (text === undefined) return undefined;
  const shown = parent.with('destination_conf', redactedDestination(text));
  if (text.length > MAX_TEXT) return shown.refuse(`it must have at most ${MAX_TEXT} characters`);
  const parsed = parseDestination(text);
  return parsed.ok ? text : shown.refuse(parsed.reason);
}
