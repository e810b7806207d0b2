import { type Reader, type Checked, check, INVALID_VALUE, pointerTo } from '../checks/reader';
import * as is from '../checks/shape';
import { destinationRules, parseDestination, redactedDestination } from '../destinations/destination';
import type { Model, ServiceSettings } from '../service/settings';
import {
  type Dataset,
  type Fields,
  type FieldType,
  DATASETS,
  DEFAULT_DATASET,
  knownFields,
  REQUESTS_DATASET,
} from './datasets';
import { logpullOptions, MAX_TEXT, outputOptions, knownField } from './output-options';
import { INVALID_JOB_VALUE } from './errors';

/** The longest name of a job, in characters (docs/internals/service.md 5.2). */
const MAX_NAME = 512;

/** The greatest `max_upload_bytes` (docs/internals/service.md 5.2). */
const MAX_BYTES = 1_000_000_000;

/** The characters of a name (docs/internals/service.md 5.2). */
const NAMES: Readonly<Record<Model, is.Shape<string>>> = {
  specification: is.text(/^[a-zA-Z0-9\-.]*$/, 'letters, digits, "-" and "."'),
  today: is.text(/^[a-zA-Z0-9\-._]*$/, 'letters, digits, "-", "." and "_"'),
};

/** The datasets that know attacks (docs/internals/service.md 5.2). */
const DATASETS_WITH_ATTACKS: readonly string[] = [REQUESTS_DATASET, 'firewall_events'];

/** The dataset of a job; null is the default. */
const DATASET = is.nullAs<Dataset>(DEFAULT_DATASET, is.oneOf(DATASETS));

/** A `destination_conf`, unless there is a reason to refuse it. No message repeats a secret. */
function destination(reasonOf: (sent: string) => string | undefined): is.Shape<string> {
  return (reader) => {
    const sent = is.text()(reader);
    const reason = sent === undefined ? undefined : reasonOf(sent);
    return reason === undefined ? sent : reader.as(redactedDestination(String(sent))).refuse(reason);
  };
}

function tooLong({ length }: string): string | undefined {
  return length > MAX_TEXT ? `it must have at most ${MAX_TEXT} characters` : undefined;
}

/** A `destination_conf` whose form the operation checks. */
const DESTINATION_TEXT = destination(tooLong);

const DESTINATION = destination((sent) => {
  if (tooLong(sent) !== undefined) return tooLong(sent);
  const parsed = parseDestination(sent);
  return parsed.ok ? undefined : parsed.reason;
});

/** A token that proves ownership (docs/internals/service.md 5.2); empty text and null mean none. */
const CHALLENGE = is.mapped(
  is.nullAs('', is.atMost(MAX_TEXT, is.text(/^[a-zA-Z0-9/+.\-_]*$/, 'letters, digits and / + . - _'))),
  (token) => (token === '' ? undefined : token),
);

/**
 * The settings that may be null, which means unset (docs/internals/service.md 5.2).
 *
 * @param dataset `undefined` if it is refused: that is one problem, and checking its fields would add many more
 */
function nullableSettings(dataset: string | undefined, { model }: ServiceSettings) {
  const fields = dataset === undefined ? undefined : knownFields(dataset);
  return {
    name: is.nullable(is.atMost(MAX_NAME, NAMES[model])),
    filter: is.nullable(filterText(fields)),
    frequency: is.nullable(is.oneOf(['high', 'low'])),
    logpull_options: is.nullable(logpullOptions(fields)),
    /** As sent; `outputOf` fills in the defaults. */
    output_options: is.nullable(outputOptions(fields, dataset, model)),
    /** `checkTogether` checks its limits, which depend on the destination. */
    max_upload_bytes: is.nullable(NUMBER),
    max_upload_interval_seconds: is.nullable(limit(30, 300)),
    max_upload_records: is.nullable(limit(1_000, 1_000_000)),
    filter_attack_traffic: is.nullable(attacks(dataset)),
    transformer_id: is.nullable(transformer(model)),
  } as const;
}

type NullableSettings = is.ObjectOf<ReturnType<typeof nullableSettings>>;

/** What a client may set at any time. */
interface JobSettings extends NullableSettings {
  readonly destination_conf: string;
  readonly enabled: boolean;
}

/** A job as a client describes it. */
export interface JobDescription extends JobSettings {
  readonly dataset: string;
  /** `''` or `'edge'`. */
  readonly kind: string;
}

/** The members of a whole job, with the defaults of those that are absent. */
export function wholeJob(job: Reader, service: ServiceSettings) {
  const dataset = job.has('dataset') ? DATASET(job.member('dataset')) : DEFAULT_DATASET;
  return {
    dataset: is.optional(() => dataset, DEFAULT_DATASET),
    kind: is.optional(is.oneOf(['', 'edge']), ''),
    destination_conf: DESTINATION,
    enabled: is.optional(is.flag, false),
    ...is.allOptional(nullableSettings(dataset, service), null),
  } as const;
}

/** Refuses settings that are valid one by one, but not together. A change may have left them as they were. */
export function checkTogether(reader: Reader, settings: JobSettings): void {
  const { max_upload_bytes: bytes, output_options: output, transformer_id: id } = settings;
  if (id !== null && output?.['output_type'] === 'csv')
    reader.with('transformer_id', id).refuse('it takes records in ndjson only');
  const least = destinationRules(settings.destination_conf)?.leastUploadBytes ?? 0;
  if (bytes !== null) limit(least, MAX_BYTES)(reader.with('max_upload_bytes', bytes));
}

const NUMBER = is.number(() => true, 'a number');

/** A limit of a push (docs/internals/service.md 5.2). */
function limit(least: number, most: number): is.Shape<number> {
  const isIn = (value: number): boolean => value === 0 || (value >= least && value <= most);
  const fits = (value: number): boolean => Number.isInteger(value) && isIn(value);
  return is.number(fits, `0 or a whole number from ${least} to ${most}`);
}

function attacks(dataset: string | undefined): is.Shape<boolean> {
  const knows = dataset === undefined || DATASETS_WITH_ATTACKS.includes(dataset);
  return is.refusedIf(is.flag, (filters) =>
    filters && !knows
      ? `only the datasets ${DATASETS_WITH_ATTACKS.join(', ')} know attacks, not ${dataset}`
      : undefined,
  );
}

/** The number of a transformer (docs/internals/service.md 5.2), of which the emulator has none: any may be meant. */
function transformer(model: Model): is.Shape<number> {
  const fits = (id: number): boolean => model === 'today' && Number.isInteger(id) && id > 0;
  return is.number(fits, 'the number of a transformer, which only the service of today has');
}

/** Reads a body of log push; its problems have the codes of log push. */
export function checkBody<T>(body: unknown, read: is.Shape<T>): Checked<T> {
  const checked = check(body, read);
  if (checked.ok) return checked;
  const problems = checked.problems.map((problem) =>
    problem.code === INVALID_VALUE ? { ...problem, code: INVALID_JOB_VALUE } : problem,
  );
  return { ok: false, problems };
}

const SET_BY_SERVICE = is.ignored(is.nullable(is.text()));

/** What a body has beside settings. Clients send back whole jobs that they read, also with what only the service sets. */
const BESIDE_SETTINGS = {
  id: is.ignored(is.count),
  time_created: SET_BY_SERVICE,
  last_complete: SET_BY_SERVICE,
  last_error: SET_BY_SERVICE,
  error_message: SET_BY_SERVICE,
  ownership_challenge: is.optional(CHALLENGE),
} as const;

/** The body of a creation (docs/internals/service.md 5.1): the job, and the token that proves ownership. */
export const readNewJob = (body: unknown, service: ServiceSettings) =>
  checkBody(body, (reader) => {
    const sent = is.object({ ...BESIDE_SETTINGS, ...wholeJob(reader, service) })(reader);
    if (sent === undefined) return undefined;
    const { ownership_challenge: challenge, ...description } = sent;
    checkTogether(reader, description);
    return { description, challenge };
  });

/** The body of an update: the settings that it changes (docs/internals/service.md 5.2). */
export const readJobChange = (body: unknown, stored: JobDescription, service: ServiceSettings) =>
  checkBody(body, (reader) => {
    const sent = is.object({
      ...BESIDE_SETTINGS,
      dataset: is.ignored(unchanged(stored.dataset, DEFAULT_DATASET)),
      kind: is.ignored(unchanged(stored.kind, stored.kind)),
      destination_conf: is.optional(DESTINATION),
      enabled: is.optional(is.flag),
      ...is.allOptional(nullableSettings(stored.dataset, service), undefined),
    })(reader);
    if (sent === undefined) return undefined;
    const { ownership_challenge: challenge, ...settings } = sent;
    checkTogether(reader, { ...stored, ...settings });
    return { settings, challenge };
  });

/** A member that may be sent, but not changed (docs/internals/service.md 5.2). @param ofNull what null means */
function unchanged(stored: string, ofNull: string): is.Shape<string> {
  return (reader) => {
    const { value } = reader;
    if (value === stored || (value === null && ofNull === stored)) return stored;
    return reader.refuse(`it cannot be changed from '${stored}'`);
  };
}

/** The body of the operations on a destination (docs/internals/service.md 5.1). The operation checks its form. */
export const readDestinationBody = (body: unknown) =>
  checkBody(body, is.object({ destination_conf: DESTINATION_TEXT }));

/** The body of the validation of a token (docs/internals/service.md 5.1). */
export const readChallengeBody = (body: unknown) =>
  checkBody(
    body,
    is.object({ destination_conf: DESTINATION_TEXT, ownership_challenge: is.atMost(MAX_TEXT) }),
  );

/** The body of the validation of options (docs/internals/service.md 5.1). */
export const readOriginBody = (body: unknown) =>
  checkBody(
    body,
    is.object({
      logpull_options: is.nullable(is.atMost(MAX_TEXT)),
      dataset: is.optional(DATASET, DEFAULT_DATASET),
    }),
  );

/** docs/internals/service.md 5.5. */
const MAX_FILTER_BYTES = 1000;
const MAX_FILTER_OPERATORS = 30;

/** The types by which operators apply. A time is `int` or `string`, whatever the job's timestamp format. */
type FilteredType = 'string' | 'int' | 'bool' | 'array';

const NUMBERS = ['int'] as const;
const TEXTS = ['string'] as const;

/** The operators, and the types of fields that each applies to (docs/internals/service.md 5.5). */
const FILTER_OPERATORS = {
  eq: ['string', 'int', 'bool'],
  '!eq': ['string', 'int', 'bool'],
  lt: NUMBERS,
  leq: NUMBERS,
  gt: NUMBERS,
  geq: NUMBERS,
  startsWith: TEXTS,
  endsWith: TEXTS,
  '!startsWith': TEXTS,
  '!endsWith': TEXTS,
  contains: ['string', 'array'],
  '!contains': ['string', 'array'],
  in: ['string', 'int'],
  '!in': ['string', 'int'],
} as const satisfies Readonly<Record<string, readonly FilteredType[]>>;

type FilterOperator = keyof typeof FILTER_OPERATORS;

const OPERATOR_NAMES = Object.keys(FILTER_OPERATORS) as readonly FilterOperator[];

/** A filter: JSON as text (docs/internals/service.md 5.5). Empty text means no filter. The text is kept as sent. */
function filterText(fields: Fields | undefined): is.Shape<string> {
  return is.refusedIf(is.text(), (text, reader) => {
    if (text === '') return undefined;
    const bytes = Buffer.byteLength(text);
    if (bytes > MAX_FILTER_BYTES) return `it must have at most ${MAX_FILTER_BYTES} bytes, not ${bytes}`;
    let document: unknown;
    try {
      document = JSON.parse(text);
    } catch (error) {
      return `it must be JSON: ${(error as Error).message}`;
    }
    const checked = check(document, is.object({ where: node(fields) }));
    if (!checked.ok)
      for (const { path, message } of checked.problems)
        reader.refuse(`of what it has at ${pointerTo(path) || 'its root'}: ${message}`);
    else if (checked.value.where > MAX_FILTER_OPERATORS)
      return `it must have at most ${MAX_FILTER_OPERATORS} operators, not ${checked.value.where}`;
    return undefined;
  });
}

/** The types that the fields of a type are filtered as. */
const FILTERED_AS: Readonly<Record<FieldType, readonly FilteredType[]>> = {
  string: ['string'],
  int: ['int'],
  bool: ['bool'],
  float: ['int'],
  'int or string': ['int', 'string'],
  object: [],
  'array[string]': ['array'],
  'array[int]': ['array'],
  'array[object]': ['array'],
};

const JOINS = ['and', 'or'] as const;
const OF_CONDITION = ['key', 'operator', 'value'] as const;

/** A condition, or several of them joined; read as the number of operators in it, including `and` and `or`. */
function node(fields: Fields | undefined): is.Shape<number> {
  const one = condition(fields);
  return (reader) => {
    if (!JOINS.some((name) => reader.has(name))) return one(reader);
    const nodes = is.optional(is.nonEmpty(is.list(node(fields))));
    const joined = is.also(is.object({ and: nodes, or: nodes, ...is.elsewhere(OF_CONDITION) }), (sent) => {
      if ([...JOINS, ...OF_CONDITION].filter((name) => sent.has(name)).length > 1)
        sent.refuse('it must have either and, or or, or key with operator and value');
    });
    return is.mapped(joined, ({ and, or }) =>
      [...(and ?? []), ...(or ?? [])].reduce((total, each) => total + each, 1),
    )(reader);
  };
}

const VALUE: is.Shape<unknown> = (reader) =>
  ['string', 'number', 'boolean'].includes(typeof reader.value)
    ? reader.value
    : reader.refuse('it must be a string, a number, true or false');

/** A field, what it is compared with, and how. */
function condition(fields: Fields | undefined): is.Shape<number> {
  const shape = is.dependent(({ key, operator: sent }) => {
    const operator = OPERATOR_NAMES.find((known) => known === sent);
    const type = fields?.get(String(key));
    const applying = is.refusedIf(is.oneOf(OPERATOR_NAMES), (name) => {
      const types: readonly FilteredType[] = FILTER_OPERATORS[name];
      return type === undefined || FILTERED_AS[type].some((each) => types.includes(each))
        ? undefined
        : `it is for fields of type ${types.join(', ')}, and ${String(key)} is of type ${type}`;
    });
    const takesList = operator === 'in' || operator === '!in';
    const value = takesList ? is.nonEmpty(is.list(VALUE)) : VALUE;
    return is.object({
      ...is.elsewhere(JOINS),
      key: knownField(fields),
      operator: applying,
      value: operator ? value : () => null,
    });
  });
  return is.mapped(shape, () => 1);
}
