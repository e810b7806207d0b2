import { CUSTOM_FIELDS_PHASE } from '../rulesets/phases';
import type { Model } from '../service/settings';
import type { Zone } from '../service/zone';
import { type Exchange, type HeaderStage, type NamedValue, cookiesOf } from './traffic';

/** The fields of a log entry that hold custom log fields (docs/internals/service.md 1.1). */
export type CustomField = 'RequestHeaders' | 'Cookies' | 'ResponseHeaders';

/** The source of the values for the names of one list, and the field of the log entry for them. */
interface CustomFieldSource {
  /** The member of `action_parameters` that lists the names. */
  readonly list: string;
  readonly from: HeaderStage;
  /** Cookies are those in the headers. */
  readonly into: CustomField;
}

const REQUEST: CustomFieldSource = { list: 'request_fields', from: 'request', into: 'RequestHeaders' };
const COOKIES: CustomFieldSource = { list: 'cookie_fields', from: 'request', into: 'Cookies' };

/** The sources, which share the space of an entry in this order. */
const SOURCES: Readonly<Record<Model, readonly CustomFieldSource[]>> = {
  /** Originals only (docs/internals/service.md 8). */
  specification: [REQUEST, COOKIES, { list: 'response_fields', from: 'response', into: 'ResponseHeaders' }],
  /** Five lists; `response_fields` now logs the headers after transform rules (docs/internals/service.md 1.2, 4.2). */
  today: [
    REQUEST,
    { list: 'transformed_request_fields', from: 'transformed request', into: 'RequestHeaders' },
    COOKIES,
    { list: 'response_fields', from: 'transformed response', into: 'ResponseHeaders' },
    { list: 'raw_response_fields', from: 'response', into: 'ResponseHeaders' },
  ],
};

/** The names that a zone logs from one source. */
interface ConfiguredNames {
  readonly source: CustomFieldSource;
  /** By name, in the order of the rules: whether to log all instances of a repeated header. */
  readonly names: ReadonlyMap<string, boolean>;
}

/**
 * The names of all enabled rules of the zone together (docs/internals/service.md 1.1). Their expression is always `true`
 * (docs/internals/service.md 4.1).
 */
export function configuredNames(zone: Zone, model: Model): readonly ConfiguredNames[] {
  const rules = zone.rulesets.get(CUSTOM_FIELDS_PHASE)?.rules ?? [];
  const enabled = rules.filter((rule) => rule.enabled && rule.action === 'log_custom_field');
  return SOURCES[model].map((source) => {
    const names = new Map<string, boolean>();
    for (const { action_parameters: parameters } of enabled)
      for (const { name, preserve_duplicates: all = false } of listed(parameters?.[source.list]))
        names.set(name, all || (names.get(name) ?? false));
    return { source, names };
  });
}

interface ListedName {
  readonly name: string;
  /** Only in the lists of the production service (docs/internals/service.md 4.2). */
  readonly preserve_duplicates?: boolean;
}

/** Stored rules are checked, so an existing list has this form. */
function listed(list: unknown): readonly ListedName[] {
  return (list as readonly ListedName[] | undefined) ?? [];
}

/** Names and values of custom log fields; a list of values if all instances of a header are logged. */
export type CustomFieldData = Readonly<Record<string, string | readonly string[]>>;

/**
 * Request headers, cookies and response headers of one log entry combined; excess is truncated
 * (docs/internals/service.md 8).
 */
const CUSTOM_FIELD_BYTES = 8192;

/** The custom log fields of an exchange, without those that were not sent. */
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
    const instances = instancesOf(source.into === 'Cookies' ? cookiesOf(lines) : lines, names);
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

/** The space left for the custom log fields of one log entry. */
interface Room {
  /**
   * Takes space for a name and its values, and returns the values that fit: the one that crosses the limit is cut,
   * and after that nothing fits. `undefined` if none of them fits.
   */
  take(name: string, values: readonly string[]): readonly string[] | undefined;
}

/** Space for this many bytes of names and values in UTF-8. */
function roomOf(bytes: number): Room {
  let left = bytes;
  let isFull = false;
  return {
    take: (name, values) => {
      left -= Buffer.byteLength(name);
      isFull ||= left < 0;
      if (isFull) return undefined;
      const kept: string[] = [];
      for (const value of values) {
        const size = Buffer.byteLength(value);
        if (size > left) {
          isFull = true;
          const cut = cutToBytes(value, left);
          if (cut !== '') kept.push(cut);
          break;
        }
        left -= size;
        kept.push(value);
      }
      return kept.length === 0 ? undefined : kept;
    },
  };
}

/** The longest beginning of the text within this many bytes of UTF-8, without breaking a character. */
function cutToBytes(text: string, bytes: number): string {
  // A unit of a JavaScript string has at most three bytes.
  if (text.length * 3 <= bytes) return text;
  const encoded = Buffer.from(text);
  if (encoded.length <= bytes) return text;
  let end = bytes;
  while (end > 0 && isContinuation(encoded[end])) end -= 1;
  return encoded.toString('utf8', 0, end);
}

/** RFC 3629 section 3: the second and later bytes of a character begin with the bits 10. */
function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0b1100_0000) === 0b1000_0000;
}
