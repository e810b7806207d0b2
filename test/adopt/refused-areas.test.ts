import type { FaultRule, SeedZone } from '../../emulator';
import { openService, readZone } from '../../provider-shim/zone-reader';
import { HiddenTexts } from '../../provider-shim/sdk/text';
import { Recorded } from '../e2e/lifecycle/recorded';
import { MANAGED } from '../e2e/equivalent-rules';
import { migratingZone, PHASE, uriOverride } from '../e2e/migrating-zones';
import { emulatedZone, TOKEN, ZONE } from '../provider-shim/api/emulated-zone';

/** The areas of a zone: what says that one may not be read, and what may be. */
const AREAS = {
  'The rulesets': 'rulesets.list',
  'The log push jobs': 'logpush.jobs.list',
  'The migration': 'migration.status',
} as const;
type Area = keyof typeof AREAS;
const NAMES = Object.keys(AREAS) as readonly Area[];
const SUBSETS = NAMES.reduce<readonly (readonly Area[])[]>(
  (all, name) => all.flatMap((some) => [some, [...some, name]]),
  [[]],
);

/** Reads a zone, where requests have these faults. */
async function found(seed: Partial<SeedZone>, faults: readonly FaultRule[]) {
  const { emulator } = await emulatedZone({ ...seed, id: ZONE });
  emulator.control.faults.put(faults);
  const environment = {
    ...{ ZONEWRIGHT_API_TOKEN: TOKEN, ZONEWRIGHT_BASE_URL: emulator.baseUrl },
    ...{ ZONEWRIGHT_MAX_RETRIES: '0', ZONEWRIGHT_MAX_REQUESTS_PER_SECOND: '1000' },
  };
  const options = { environment, version: '0.0.0', folder: '/nowhere', onWait: () => undefined };
  const opened = openService({ ...options, secrets: new HiddenTexts('(redacted)') });
  if (!('requests' in opened)) throw new Error(JSON.stringify(opened));
  const zone = { id: ZONE, name: 'example.com' } as Parameters<typeof readZone>[0];
  return readZone(zone, opened, new AbortController().signal).finally(opened.close);
}

const answers = (operation: string, status: number, result?: unknown): FaultRule => {
  const body = result === undefined ? {} : { body: { success: true, errors: [], messages: [], result } };
  return { match: { operation }, effect: { kind: 'answer', status, ...body } };
};

/** What is found of a zone in whose areas requests are answered with a status: areas that could not be read, and objects. */
async function read(areas: readonly Area[], status: number) {
  const jobs = [{ id: 1, enabled: true, destination_conf: 'https://logs.example.com/' }];
  const faults = areas.map((area) => answers(AREAS[area], status));
  const { findings, objects } = await found({ logpush: { jobs }, migration: { state: 'finishing' } }, faults);
  const unread = findings.flatMap(({ message }) => /^(.*) could not be read\./.exec(message)?.[1] ?? []);
  return { unread, objects: objects.map(({ type }) => type) };
}

test.each(SUBSETS.map((areas) => [areas.join(', ') || 'nothing', areas] as const))(
  'where this may not be read, all else is found, unless nothing may be: %s',
  async (_which, areas) => {
    const found = read(areas, 403);
    if (areas.length === NAMES.length) return expect(found).rejects.toThrow('status 403');
    const objects = areas.includes('The log push jobs') ? [] : ['zone_logpush_job'];
    expect(await found).toEqual({ unread: areas, objects });
  },
);

test.each(NAMES)('where the service fails for one area, nothing is taken for all: %s', async (area) => {
  await expect(read([area], 500)).rejects.toThrow('status 500');
});

const RULES = { id: 'e'.repeat(32), name: 'default', kind: 'zone', version: '1', phase: PHASE };
const FIELDS = { ...RULES, phase: 'http_log_custom_fields' };
/** The service answers with one ruleset, which has rules of fields or what they are instead. */
const ruled = (ruleset: typeof RULES, ...rules: readonly object[]): readonly FaultRule[] => {
  const [rule, name] = [{ action: 'log_custom_field', expression: 'true', enabled: true, version: '1' }, 'a'];
  const all = rules.map((more, index) => ({
    ...{ ...rule, ref: 'a', id: `${index}`.repeat(32), action_parameters: { cookie_fields: [{ name }] } },
    ...more,
  }));
  const found = answers('rulesets.entrypoint.get', 200, { ...ruleset, rules: all });
  return [answers('rulesets.list', 200, [ruleset]), found];
};
const OFF = { enabled: false };
const SKIP = { action: 'skip', expression: 'ssl', action_parameters: { ruleset: 'current' } };
const EXECUTE = { action: 'execute', action_parameters: { id: MANAGED }, x_new: 1 };
const job = (id: number, more: object) => ({
  ...{ id, name: '', dataset: 'dns_logs', enabled: true, destination_conf: 'https://a.example/' },
  ...more,
});
const CSV = { output_type: 'csv', field_delimiter: ',' };
const JOBS = [
  job(3, { name: 'edge', kind: 'edge', x_new: 1, output_options: { ...CSV, batch_prefix: '[' } }),
  job(2, { kind: 'instant-logs' }),
  job(1, { name: 'plain', output_options: { record_suffix: '}\n', field_delimiter: ';', x_new: 1 } }),
  job(4, { output_options: { ...CSV, record_prefix: '{' }, logpull_options: 'fields=RayID' }),
  job(5, { name: 'odd', destination_conf: 'odd' }),
];
const RETIRED = ['migration.status', 'migration.check'].map((operation) => answers(operation, 410));
const waf = (state: 'start' | 'validation' | 'finished', more: object = {}) =>
  migratingZone('a', { state, ...more });
/** The rules of the zone are those of `simulate`. */
const CHANGED = {
  rules: { '100015': 'disable', '100016': 'disable', '100030': 'block', '100044': 'challenge' },
};

/** Zones, and what requests are answered with. */
const ZONES: Readonly<Record<string, readonly [Partial<SeedZone>, ...FaultRule[]]>> = {
  'fields in several rules': [{}, ...ruled(FIELDS, { x_new: 1 }, { expression: 'ssl' }, SKIP)],
  'fields beside a rule that is off': [{}, ...ruled(FIELDS, {}, OFF)],
  'fields beside two rules that are off': [{}, ...ruled(FIELDS, {}, OFF, OFF)],
  'no fields': [{}, ...ruled(FIELDS)],
  'a rule of another action': [{}, ...ruled(FIELDS, SKIP)],
  'a ruleset of another phase, and jobs': [
    {},
    ...[...ruled({ ...RULES, phase: 'http_ratelimit' }), answers('logpush.jobs.list', 200, JOBS)],
  ],
  'a managed ruleset': [{}, ...ruled({ ...FIELDS, kind: 'managed' })],
  'a ruleset of another kind': [{}, ...ruled({ ...FIELDS, kind: 'custom' })],
  'rules before the migration': [waf('start', { rules: [SKIP] })],
  'a migration in validation': [waf('validation')],
  'a migration in validation with adjustments': [waf('validation', { previous: CHANGED })],
  'a migration in validation with other rules': [waf('validation', { rules: [SKIP] })],
  'a migration in validation that generates nothing any more': [
    waf('validation', { previous: { uri_overrides: [uriOverride('1')] } }),
  ],
  'a finished migration': [waf('finished'), ...ruled(RULES, SKIP, EXECUTE)],
  'a finished migration with rules of which one cannot be declared': [
    waf('finished'),
    ...ruled(RULES, {}, SKIP),
  ],
  'a finished migration with rules of which none can be declared': [waf('finished'), ...ruled(RULES, {})],
  'a finished migration without rules': [waf('finished', { rules: [] })],
  'rules where the service no longer knows of a migration': [waf('finished'), ...RETIRED],
  'nothing where the service no longer knows of a migration': [{}, ...RETIRED],
};
const recorded = new Recorded('../adopted-zones');

test.each(Object.entries(ZONES))(
  'of a zone is found what is recorded: %s',
  async (title, [seed, ...faults]) => {
    const { objects, findings } = await found(seed, faults);
    const text = [...objects, ...findings].map((one) => JSON.stringify(one)).join('\n');
    expect(text).toEqual(recorded.of(title, text));
  },
);
afterAll(() => recorded.end());
