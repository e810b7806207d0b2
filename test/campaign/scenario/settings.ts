import fc from 'fast-check';
import { MANAGED, SUCCESSOR } from '../../e2e/equivalent-rules';
import { CREDENTIALS } from '../../e2e/managed-zone';
import type { Draw } from '../draw';
import type { Block, Kind } from '../program/program';

type Settings = Block['settings'];

/** Random settings of one object, in every form that a user may write; without its zone, name and destination. */
export function drawSettings(draw: Draw, kind: Kind, previous?: Settings): Settings {
  switch (kind) {
    case 'fields':
      return sample(fieldsSettings, draw);
    case 'job':
      return sample(jobSettings, draw);
    case 'migration':
      return drawMigration(draw, previous);
    case 'rules':
      return drawRules(draw);
  }
}

function sample(arbitrary: fc.Arbitrary<Settings>, draw: Draw): Settings {
  const [value] = fc.sample(arbitrary, { seed: draw.int(2 ** 31), numRuns: 1 });
  return value ?? {};
}

/** The lists of names of which a field set needs one that is not empty. */
export const LISTS = ['request_headers', 'response_headers', 'cookies'] as const;

const HEADER_CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789-_.!#$%&'*+^`|~";
const COOKIE_CHARACTERS = `${HEADER_CHARACTERS}ABCDEFGHIJKLMNOPQRSTUVWXYZ[]{}()/:<>?@`;

function names(characters: string): fc.Arbitrary<readonly string[]> {
  return fc.uniqueArray(fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 12 }), {
    maxLength: 13,
  });
}

const fieldsSettings = fc
  .record<Settings>(
    {
      request_headers: names(HEADER_CHARACTERS),
      response_headers: names(HEADER_CHARACTERS),
      cookies: names(COOKIE_CHARACTERS),
      description: fc.string({ unit: 'grapheme', maxLength: 40 }),
      enabled: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  .map((settings) =>
    LISTS.some((list) => namesIn(settings, list).length > 0)
      ? settings
      : { ...settings, cookies: ['fallback'] },
  );

function namesIn(settings: Settings, list: string): readonly string[] {
  return (settings[list] ?? []) as readonly string[];
}

const fields = fc.shuffledSubarray(
  ['RayID', 'ClientIP', 'EdgeStartTimestamp', 'RequestHeaders', 'ResponseHeaders', 'Cookies'],
  { minLength: 1 },
);
const rate = fc.constantFrom(1, 0.5, 0.25, 0.001);
const piece = fc.constantFrom('', '{', '}\n', ',', ';', 'x', '"é"');

const logpullOptions = fc.record(
  {
    fields,
    timestamps: fc.constantFrom('unixnano', 'unix', 'rfc3339'),
    sample: rate,
    defuse_lookups: fc.boolean(),
    other: fc.constantFrom('x_a=1', 'x_a=%7B&x_a=2'),
  },
  { requiredKeys: ['fields'] },
);

const outputOptions = fc.record(
  {
    field_names: fields,
    output_type: fc.constantFrom('ndjson', 'csv'),
    timestamp_format: fc.constantFrom('unixnano', 'unix', 'rfc3339', 'rfc3339ms', 'rfc3339ns'),
    sample_rate: rate,
    batch_prefix: piece,
    batch_suffix: piece,
    record_prefix: piece,
    record_suffix: piece,
    record_delimiter: piece,
    record_template: fc.constantFrom('', '{{.RayID}}'),
    field_delimiter: piece,
    defuse_lookups: fc.boolean(),
    merge_subrequests: fc.boolean(),
  },
  { requiredKeys: ['field_names'] },
);

const filter = fc
  .tuple(fc.constantFrom('eq', 'contains', '!eq'), fc.constantFrom('a', 'b "c"'), fc.constantFrom(0, 2))
  .map(([operator, value, indent]) =>
    JSON.stringify({ where: { and: [{ key: 'ClientRequestHost', operator, value }] } }, null, indent),
  );

const limits = fc.record(
  {
    max_upload_bytes: fc.constantFrom(0, 5_000_000, 1_000_000_000),
    max_upload_interval_seconds: fc.constantFrom(0, 30, 300),
    max_upload_records: fc.constantFrom(0, 1000, 1_000_000),
    enabled: fc.boolean(),
    kind: fc.constantFrom('', 'edge'),
    frequency: fc.constantFrom('high', 'low'),
    filter,
  },
  { requiredKeys: [] },
);

const form = fc.oneof(
  { weight: 6, arbitrary: logpullOptions.map((logpull_options): Settings => ({ logpull_options })) },
  { weight: 3, arbitrary: outputOptions.map((output_options): Settings => ({ output_options })) },
  { weight: 1, arbitrary: fc.constant<Settings>({}) },
);

const jobSettings = fc
  .tuple(limits, form, fc.constantFrom({}, { destination_conf_wo_version: 1 }))
  .map((parts): Settings => Object.assign({}, ...parts) as Settings);

function drawRules(draw: Draw): Settings {
  const more = draw.pick<object>([
    {},
    { enabled: false },
    { expression: 'ssl' },
    { execute: { ruleset_id: MANAGED, overrides: { action: 'log' } } },
  ]);
  const office = { name: 'office', expression: 'ip.src eq 192.0.2.1', skip: { ruleset: 'current' } };
  const rules = [
    { name: 'main', execute: { ruleset_id: MANAGED }, ...more },
    ...(draw.chance(0.4) ? [{ name: 'second', execute: { ruleset_id: CREDENTIALS } }] : []),
    ...(draw.chance(0.3) ? [office] : []),
  ];
  const first = draw.int(rules.length);
  return { rules: [...rules.slice(first), ...rules.slice(0, first)] };
}

/** Forwards only; with other adjustments until the end. */
function drawMigration(draw: Draw, previous: Settings = {}): Settings {
  const wasFinished = previous['target_state'] === 'finished';
  const isFinished = wasFinished || draw.chance(previous['target_state'] ? 0.5 : 0.3);
  const rules = draw
    .some(Object.values(SUCCESSOR), 0.3)
    .map((id) => [
      id,
      draw.chance(0.5)
        ? { action: draw.pick(['log', 'block', 'js_challenge']) }
        : { enabled: draw.chance(0.5) },
    ]);
  const made =
    rules.length === 0 ? {} : { adjustments: { [MANAGED]: { rules: Object.fromEntries(rules) as object } } };
  return {
    target_state: isFinished ? 'finished' : 'validation',
    delete_uri_overrides: true,
    ...(wasFinished ? { adjustments: previous['adjustments'] } : made),
    ...(draw.chance(0.2) ? { timeouts: { create: '10m', update: '10m' } } : {}),
    ...(draw.chance(0.2) ? { wait: false } : {}),
  };
}

/** Fields of which a name is left when what is ignored stays as it was: without any they are refused. */
export function withSomeName(
  settings: Block['settings'],
  { kind, lifecycle: { ignore = [] } }: Pick<Block, 'kind' | 'lifecycle'>,
): Block['settings'] {
  if (kind !== 'fields' || ignore === 'all') return settings;
  const open = LISTS.filter((list) => !ignore.includes(list));
  const isSome = open.some((list) => namesIn(settings, list).length > 0);
  return open[0] === undefined || isSome ? settings : { ...settings, [open[0]]: ['one'] };
}

/** Attributes of each kind that `ignore_changes` may name. */
export const MAY_BE_IGNORED: Readonly<Record<Kind, readonly string[]>> = {
  job: [
    ...['destination_conf', 'enabled', 'filter', 'logpull_options', 'output_options', 'frequency'],
    ...['max_upload_bytes', 'max_upload_interval_seconds', 'max_upload_records', 'kind', 'zone_id'],
  ],
  fields: [...LISTS, 'description', 'enabled'],
  migration: ['adjustments', 'timeouts', 'delete_uri_overrides', 'wait'],
  rules: ['rules'],
};
