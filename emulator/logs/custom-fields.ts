import type { ConfiguredNames } from './configured-fields';
import { cookiesOf } from './cookies';
import type { CustomField } from './custom-field-sources';
import type { Exchange, NamedValue } from './exchange';
import { roomOf } from './room';

/** Names and values of custom log fields; a list where all instances of a header are logged. */
export type CustomFieldData = Readonly<Record<string, string | readonly string[]>>;

/** Request headers, cookies and response headers of one log entry combined; excess is truncated (docs/service.md 8). */
export const CUSTOM_FIELD_BYTES = 8192;

/** The custom log fields of an exchange. What was not sent is left out. */
export function customFieldsOf(
  exchange: Exchange,
  configured: readonly ConfiguredNames[],
): Readonly<Record<CustomField, CustomFieldData>> {
  const room = roomOf(CUSTOM_FIELD_BYTES);
  const data: Record<CustomField, Map<string, string | readonly string[]>> = {
    RequestHeaders: new Map(),
    Cookies: new Map(),
    ResponseHeaders: new Map(),
  };
  for (const { source, names } of configured) {
    if (names.size === 0) continue;
    const lines = exchange.headers[source.from];
    const instances = instancesOf(source.holds === 'cookies' ? cookiesOf(lines) : lines, names);
    const into = data[source.into];
    for (const [name, takesAll] of names) {
      const values = instances.get(name);
      if (values === undefined || into.has(name)) continue;
      const [first, ...more] = room.take(name, takesAll ? values : values.slice(0, 1)) ?? [];
      if (first !== undefined) into.set(name, takesAll ? [first, ...more] : first);
    }
  }
  return {
    RequestHeaders: Object.fromEntries(data.RequestHeaders),
    Cookies: Object.fromEntries(data.Cookies),
    ResponseHeaders: Object.fromEntries(data.ResponseHeaders),
  };
}

/** The values of these names, in the order of the lines. */
function instancesOf(
  lines: readonly NamedValue[],
  names: ReadonlyMap<string, boolean>,
): ReadonlyMap<string, readonly string[]> {
  const instances = new Map<string, string[]>();
  for (const [name, value] of lines) {
    if (!names.has(name)) continue;
    const values = instances.get(name);
    if (values === undefined) instances.set(name, [value]);
    else values.push(value);
  }
  return instances;
}
