import fc from 'fast-check';
import { fieldsConfig } from '../../support/arbitraries';
import { jobConfig } from '../../support/job-arbitraries';
import { MANAGED, SUCCESSOR } from '../../e2e/equivalent-rules';
import { CREDENTIALS } from '../../e2e/managed-zone';
import type { Draw } from '../draw';
import type { Block, Kind } from '../program/program';

type Settings = Block['settings'];

/** Random settings of one object, in every form that a user may write; without its zone, name and destination. */
export function drawSettings(draw: Draw, kind: Kind, previous?: Settings): Settings {
  switch (kind) {
    case 'fields':
      return { ...sample(fieldsConfig, draw) };
    case 'job': {
      const {
        destination_conf: _destination,
        destination_conf_wo: _secret,
        ...config
      } = sample(jobConfig, draw);
      return config;
    }
    case 'migration':
      return drawMigration(draw, previous);
    case 'rules':
      return drawRules(draw);
  }
}

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

function sample<T>(arbitrary: fc.Arbitrary<T>, draw: Draw): T {
  const [value] = fc.sample(arbitrary, { seed: draw.int(2 ** 31), numRuns: 1 });
  return value as T;
}

/** The lists of names of which a field set needs one that is not empty. */
export const LISTS = ['request_headers', 'response_headers', 'cookies'] as const;

/** Fields of which a name is left when what is ignored stays as it was: without any they are refused. */
export function withSomeName(
  settings: Block['settings'],
  { kind, lifecycle: { ignore = [] } }: Pick<Block, 'kind' | 'lifecycle'>,
): Block['settings'] {
  if (kind !== 'fields' || ignore === 'all') return settings;
  const open = LISTS.filter((list) => !ignore.includes(list));
  const isSome = open.some((list) => ((settings[list] ?? []) as readonly string[]).length > 0);
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
