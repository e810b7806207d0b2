import { filterMeaning, MAX_FILTER_BYTES } from '../../schema';

/**
 * The filter of a job as JSON, to be written for people. Undefined if it must stay a text: because its JSON cannot be read
 * without rounding a number, or because the engine's way to write JSON would make it too long for the service.
 */
export function readableFilter(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    const written = JSON.stringify(value);
    // `jsonencode` escapes these (HashiCorp, "jsonencode Function").
    const longest = written.replace(/[<>&\u2028\u2029]/g, '\\u0000');
    const fits = new TextEncoder().encode(longest).length <= MAX_FILTER_BYTES;
    return fits && filterMeaning(written) === filterMeaning(text) ? value : undefined;
  } catch {
    return undefined;
  }
}
