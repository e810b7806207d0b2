/** Deeper than this a field is not shown; it also ends circles. */
const MAX_DEPTH = 8;

/**
 * What can be written as JSON of any value: secrets replaced in texts and keys, big integers as digits,
 * errors as their stack, byte strings as their size.
 */
export function loggable(value: unknown, redact: (text: string) => string, depth = 0): unknown {
  switch (typeof value) {
    case 'string':
      return redact(value);
    case 'bigint':
      return redact(String(value));
    case 'number': {
      const text = String(value);
      const shown = redact(text);
      return shown === text ? value : shown;
    }
    case 'object':
      return value === null ? null : loggableObject(value, redact, depth);
    case 'function':
    case 'symbol':
      return redact(String(value));
    case 'boolean':
    case 'undefined':
      return value;
  }
}

function loggableObject(value: object, redact: (text: string) => string, depth: number): unknown {
  if (value instanceof Error) return redact(value.stack ?? String(value));
  if (ArrayBuffer.isView(value)) return `(${value.byteLength} bytes)`;
  if (value instanceof Date || value instanceof URL) return redact(String(value));
  if (depth >= MAX_DEPTH) return '(deeper)';
  const deeper = (item: unknown): unknown => loggable(item, redact, depth + 1);
  if (Array.isArray(value)) return value.map(deeper);
  if (value instanceof Set) return Array.from(value, deeper);
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return Object.fromEntries(entries.map(([key, item]) => [redact(String(key)), deeper(item)]));
}
