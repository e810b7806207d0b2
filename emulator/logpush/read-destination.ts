import type { Reader } from '../checks/reader';
import { parseDestination } from '../destinations/parse-destination';
import { redactedDestination } from '../destinations/redact-destination';
import { MAX_TEXT } from './text-limits';

/** Reads the `destination_conf` of an object. No message repeats a secret. */
export function readDestination(parent: Reader, reader: Reader | undefined): string | undefined {
  const text = readDestinationText(parent, reader);
  if (text === undefined) return undefined;
  const parsed = parseDestination(text);
  return parsed.ok ? text : withoutSecrets(parent, text).refuse(parsed.reason);
}

/** The same where it is for the operation to judge the form. */
export function readDestinationText(parent: Reader, reader: Reader | undefined): string | undefined {
  const text = reader?.string();
  if (text === undefined || text.length <= MAX_TEXT) return text;
  return withoutSecrets(parent, text).refuse(`it must have at most ${MAX_TEXT} characters`);
}

function withoutSecrets(parent: Reader, text: string): Reader {
  return parent.with('destination_conf', redactedDestination(text));
}
