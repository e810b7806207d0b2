import { oneProblem, type Problem } from '../description/problem';
import { isKnown, isWhollyKnown } from '../description/value';
import type { AnyNumber } from '../description/values-of';
import { logFieldName } from './setting-checks';

/**
 * What a log push job logs, and how: the members of `logpull_options`, which the service has as query-string text
 * (docs/internals/service.md 5.2, 5.3).
 */
export interface LogOptions {
  /** Names of log fields, as a set. Null for the service's default. */
  readonly fields: readonly string[] | null;
  readonly timestamps: string;
  /** The fraction of log entries to keep: above 0, at most 1. */
  readonly sample: AnyNumber;
  readonly defuse_lookups: boolean;
  /** Query text of what the other members cannot hold: options that are unknown, repeated or malformed. */
  readonly other: string | null;
}

/** What a plan and a synthesis say of options for an `https` receiver (docs/internals/service.md 5.8). */
export const REFUSED_FOR_HTTPS =
  'The service is reported to refuse jobs with logpull_options whose destination is an https receiver.';

type OwnMembers = Partial<Omit<LogOptions, 'other'>>;

/** Formats of timestamps: nanoseconds, seconds, ISO 8601. */
export const LOG_TIMESTAMPS = ['unixnano', 'unix', 'rfc3339'] as const;

/** The service's key of `defuse_lookups` (docs/internals/service.md 5.3, 5.4). */
export const DEFUSE_KEY = 'CVE-2021-44228';

const DEFAULTS: LogOptions = {
  fields: null,
  timestamps: 'unixnano',
  sample: 1,
  defuse_lookups: false,
  other: null,
};

/** The member that holds each key. */
const MEMBERS = {
  fields: 'fields',
  timestamps: 'timestamps',
  sample: 'sample',
  [DEFUSE_KEY]: 'defuse_lookups',
} as const;

/** Reads any text of the service: query-string text, or a URL with such a query (docs/internals/service.md 5.3). */
export function readLogOptions(text: string): LogOptions {
  const parts = partsOf(text);
  const other = parts.flatMap(({ member, text: part }) => (member ? [] : [part])).join('&');
  const read: LogOptions = { ...DEFAULTS, other: other === '' ? null : other };
  for (const { member } of parts) Object.assign(read, member);
  return read;
}

/** The text of these options, without defaults of the service: `fields=RayID,ClientIP&timestamps=rfc3339`. */
export function formatLogOptions(options: {
  readonly [K in keyof LogOptions]?: LogOptions[K] | null;
}): string {
  const { fields, timestamps, sample, defuse_lookups: defuses, other } = options;
  const parts = [
    (fields ?? []).length > 0 && `fields=${[...(fields ?? [])].sort().map(encodeURIComponent).join(',')}`,
    (timestamps ?? DEFAULTS.timestamps) !== DEFAULTS.timestamps && `timestamps=${timestamps}`,
    typeof sample === 'number' && sample !== DEFAULTS.sample && `sample=${withoutExponent(sample)}`,
    defuses && `${DEFUSE_KEY}=true`,
    ...partsOf(other ?? '').map((part) => part.text),
  ];
  const text = parts.filter((part) => typeof part === 'string').join('&');
  return beforeQuery(text) === '' ? text : `&${text}`;
}

/** A canonical text: the same for all options that mean the same, in whatever order they are written. */
export function logOptionsMeaning(options: Parameters<typeof formatLogOptions>[0] | null): string {
  const { fields, timestamps, sample, defuse_lookups, other } = readLogOptions(
    formatLogOptions(options ?? {}),
  );
  return JSON.stringify([fields, timestamps, sample, defuse_lookups, other]);
}

/** Refuses options that the service would refuse or read as others. */
export function optionsFit(options: Readonly<Record<string, unknown>>): readonly Problem[] {
  const { other } = options;
  const length = isWhollyKnown(options) ? formatLogOptions(options).length : 0;
  const tooLong =
    length > MAX_TEXT
      ? oneProblem(
          'log_options_too_long',
          `The options have ${length} characters as the service's text.`,
          `At most ${MAX_TEXT} are allowed. output_options has no such limit.`,
        )
      : [];
  return typeof other === 'string' ? [...tooLong, ...otherProblems(other, options)] : tooLong;
}

/** The longest text of the service, in characters (docs/internals/service.md 5.2). */
const MAX_TEXT = 4096;

/** What has a member of its own, and what no query can have. */
function otherProblems(other: string, options: Readonly<Record<string, unknown>>): readonly Problem[] {
  if (/\p{Cc}/u.test(other))
    return oneProblem(
      'log_options_control',
      'other has a line break or another control character.',
      'Write it as %0A, or leave it out.',
      ['other'],
    );
  return partsOf(other).flatMap(({ key, text, member }) => {
    const name = key !== undefined && Object.hasOwn(MEMBERS, key) && MEMBERS[key as keyof typeof MEMBERS];
    if (!name || (!member && !isSent(name, options[name]))) return [];
    const [held] = Object.values(member ?? {});
    return oneProblem(
      'log_option_in_other',
      member
        ? `other has ${JSON.stringify(text)}, which is the member ${name}.`
        : `other has ${JSON.stringify(text)}, and ${name} is set: the service would get ${key} twice.`,
      !member
        ? 'Keep one of them.'
        : `Remove it from other${held === null ? '.' : `, and set ${name} = ${JSON.stringify(held)}.`}`,
      ['other'],
    );
  });
}

/** Whether a member is in the text: a default is not. */
function isSent(name: keyof OwnMembers, value: unknown): boolean {
  return isKnown(value) && (!isWhollyKnown(value) || formatLogOptions({ [name]: value }) !== '');
}

/** One option of a text. */
interface Part {
  readonly text: string;
  /** Undefined when it is malformed. */
  readonly key: string | undefined;
  /** The member that can hold it: it is known, well formed, and there once. */
  readonly member: OwnMembers | undefined;
}

function partsOf(text: string): readonly Part[] {
  const texts = text
    .slice(beforeQuery(text).length)
    .split('&')
    .filter((part) => part !== '');
  const pairs = texts.map(pairOf);
  const times = new Map<string, number>();
  for (const [key = ''] of pairs) times.set(key, (times.get(key) ?? 0) + 1);
  return texts.map((part, index) => {
    const [key, value] = pairs[index] ?? [];
    const isOnce = key !== undefined && times.get(key) === 1;
    return { text: part, key, member: isOnce ? memberOf(key, value ?? '') : undefined };
  });
}

/** The beginning of a URL up to its query, `https://logs.example.com/?`; a lone question mark; or nothing. */
function beforeQuery(text: string): string {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/[^?&=]*)?\?/i.exec(text)?.[0] ?? '';
}

function memberOf(key: string, value: string): OwnMembers | undefined {
  switch (key) {
    case 'fields': {
      const names = value.split(',').map((name) => name.trim());
      const fields = [...new Set(names.filter((name) => name !== ''))];
      if (fields.some((field) => logFieldName(field).length > 0)) return undefined;
      return { fields: fields.length > 0 ? fields : null };
    }
    case 'timestamps':
      return (LOG_TIMESTAMPS as readonly string[]).includes(value) ? { timestamps: value } : undefined;
    case 'sample':
      return isSample(value) ? { sample: Number(value) } : undefined;
    case DEFUSE_KEY:
      return value === 'true' || value === 'false' ? { defuse_lookups: value === 'true' } : undefined;
    default:
      return undefined;
  }
}

function pairOf(part: string): readonly [key: string, value: string] | readonly [] {
  const at = part.indexOf('=');
  if (at < 0) return [];
  try {
    const decode = (piece: string): string => decodeURIComponent(piece.replaceAll('+', ' ')).trim();
    return [decode(part.slice(0, at)), decode(part.slice(at + 1))];
  } catch {
    return [];
  }
}

function isSample(text: string): boolean {
  const sample = /^(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : 0;
  return sample > 0 && sample <= 1;
}

/** Writes a small number without an exponent, which option text does not allow: 0.0000001. */
function withoutExponent(number: number): string {
  const match = /^(\d)(?:\.(\d+))?e-(\d+)$/.exec(String(number));
  if (match === null) return String(number);
  const [, first = '', rest = '', places = ''] = match;
  return `0.${'0'.repeat(Number(places) - 1)}${first}${rest}`;
}
