import { DEFAULT_ZONE_ID, type SeedRule, type SeedZone } from '../../emulator';
import { describeEntryPoint, type EntryPointRule } from '../../schema';
import { placeProvider } from '../../lib/provider/provider-package';
import { placeFixture, placeNullProvider } from '../support/fixture-provider';
import { createWorkspace, startService, type TestService, type Workspace } from '../support/workspace';
import { equivalentRules, MANAGED } from './equivalent-rules';
import { migratingZone, PHASE as MANAGED_PHASE, zoneIdOf } from './migrating-zones';
import {
  nullResource,
  ownMigration,
  stateWith,
  terraformData,
  vendorJob4,
  vendorJob5,
  vendorRuleset4,
  vendorRuleset5,
  type SourceObject,
} from './source-states';

const PHASE = 'http_log_custom_fields';
const FIRST = zoneIdOf('first');
const SECOND = zoneIdOf('second');

const fieldsRule: SeedRule = {
  action: 'log_custom_field',
  expression: 'true',
  description: 'theirs',
  action_parameters: { cookie_fields: [{ name: 'sid' }], request_fields: [{ name: 'x-a' }] },
};
const job = (name: string, more: object = {}): object => ({
  name,
  dataset: 'http_requests',
  enabled: true,
  destination_conf: `https://logs.example.com/${name}`,
  logpull_options: 'fields=RayID&timestamps=rfc3339',
  ...more,
});
const BATCHES = { max_upload_interval_seconds: 30, max_upload_records: 100_000 };
const OUTPUT = { field_names: ['RayID'], 'CVE-2021-44228': true };
const ZONES: readonly SeedZone[] = [
  {
    id: DEFAULT_ZONE_ID,
    name: 'default.example',
    rulesets: [{ phase: PHASE, rules: [fieldsRule] }],
    logpush: {
      jobs: [
        job('four', { output_options: OUTPUT, logpull_options: null }),
        job('five', BATCHES),
        job('null'),
        job('data'),
        job('secret'),
      ],
    },
  } as SeedZone,
  { id: FIRST, name: 'first.example', rulesets: [{ phase: PHASE, rules: [fieldsRule] }] },
  { id: SECOND, name: 'second.example', rulesets: [{ phase: PHASE, rules: [fieldsRule] }] },
  ...['done', 'handed', 'vendor'].map((name) =>
    migratingZone(name, { state: 'finished', rules: equivalentRules() as readonly SeedRule[] }),
  ),
];

const DATA_ZONE = { zone_id: DEFAULT_ZONE_ID };

/** Where each object comes from, and how it is declared here. */
interface Move {
  readonly source: SourceObject;
  readonly type: string;
  readonly declared: Readonly<Record<string, unknown>>;
}

const declaredJob = (name: string, more: object = {}): Move['declared'] => ({
  ...DATA_ZONE,
  name,
  enabled: true,
  destination_conf: `https://logs.example.com/${name}`,
  logpull_options: { fields: ['RayID'], timestamps: 'rfc3339' },
  ...more,
});
const declaredFields = (zone_id: string): Move['declared'] => ({
  zone_id,
  description: 'theirs',
  cookies: ['sid'],
  request_headers: ['x-a'],
});

function entryPointOf({ emulator }: TestService, zone: string): EntryPoint {
  const found = emulator.control.zone(zone).rulesets.find(({ phase }) => phase === MANAGED_PHASE);
  return found as unknown as EntryPoint;
}

interface EntryPoint {
  readonly id: string;
  readonly rules: readonly EntryPointRule[];
}

/** The rules of a zone with the names that an import gives them. */
function declaredRules(running: TestService, zone_id: string): Move['declared'] {
  const { deployments, exceptions, order } = describeEntryPoint(entryPointOf(running, zone_id).rules);
  return { zone_id, deployments, exceptions, order };
}

function movesOf(running: TestService): readonly Move[] {
  const { control } = running.emulator;
  const numbered = (name: string): number =>
    (control.zone(DEFAULT_ZONE_ID).logpush.jobs ?? []).find((one) => one.name === name)?.id ?? 0;
  const rulesetOf = (zone: string): string =>
    control.zone(zone).rulesets?.find(({ phase }) => phase === PHASE)?.id ?? '';
  const names = [{ name: 'sid' }];
  return [
    {
      source: vendorJob4('four', {
        ...DATA_ZONE,
        id: String(numbered('four')),
        dataset: 'http_requests',
        destination_conf: 'https://logs.example.com/four',
        enabled: true,
        name: 'four',
        output_options: [{ cve20214428: true, field_names: ['RayID'], field_delimiter: ',', sample_rate: 1 }],
      }),
      type: 'zone_logpush_job',
      declared: {
        ...declaredJob('four', { output_options: { field_names: ['RayID'], defuse_lookups: true } }),
        logpull_options: undefined,
      },
    },
    {
      source: vendorJob5('five', {
        ...DATA_ZONE,
        id: numbered('five'),
        dataset: 'http_requests',
        destination_conf: 'https://logs.example.com/five',
        enabled: true,
        name: 'five',
        logpull_options: 'fields=RayID&timestamps=rfc3339',
      }),
      type: 'zone_logpush_job',
      declared: declaredJob('five', BATCHES),
    },
    {
      source: nullResource('null', { ...DATA_ZONE, job_id: String(numbered('null')) }),
      type: 'zone_logpush_job',
      declared: declaredJob('null'),
    },
    {
      source: terraformData('data', { ...DATA_ZONE, job_id: numbered('data') }),
      type: 'zone_logpush_job',
      declared: declaredJob('data'),
    },
    {
      source: terraformData('secret', {
        ...DATA_ZONE,
        job_id: numbered('secret'),
        destination_conf_wo_version: 1,
      }),
      type: 'zone_logpush_job',
      declared: {
        ...declaredJob('secret'),
        destination_conf: undefined,
        destination_conf_wo: 'https://logs.example.com/secret',
        destination_conf_wo_version: 1,
      },
    },
    {
      source: vendorRuleset4('first', FIRST, rulesetOf(FIRST), {
        phase: PHASE,
        rules: [{ action: 'log_custom_field', action_parameters: [{ cookie_fields: ['sid'] }] }],
      }),
      type: 'zone_log_custom_fields',
      declared: declaredFields(FIRST),
    },
    {
      source: vendorRuleset5('second', SECOND, rulesetOf(SECOND), {
        phase: PHASE,
        rules: [{ action: 'log_custom_field', action_parameters: { cookie_fields: names } }],
      }),
      type: 'zone_log_custom_fields',
      declared: declaredFields(SECOND),
    },
    {
      source: nullResource('third', DATA_ZONE),
      type: 'zone_log_custom_fields',
      declared: declaredFields(DEFAULT_ZONE_ID),
    },
    {
      source: terraformData('done', { zone_id: zoneIdOf('done') }),
      type: 'zone_managed_rules_migration',
      declared: { zone_id: zoneIdOf('done'), target_state: 'finished' },
    },
    {
      source: ownMigration('handed', zoneIdOf('handed')),
      type: 'zone_managed_rules',
      declared: declaredRules(running, zoneIdOf('handed')),
    },
    {
      source: vendorRuleset5('vendor', zoneIdOf('vendor'), entryPointOf(running, zoneIdOf('vendor')).id, {
        phase: MANAGED_PHASE,
        rules: [{ action: 'execute', action_parameters: { id: MANAGED } }],
      }),
      type: 'zone_managed_rules',
      declared: declaredRules(running, zoneIdOf('vendor')),
    },
  ];
}

let service: TestService;
let workspace: Workspace;

beforeAll(async () => {
  service = await startService({ seed: { zones: ZONES } });
  workspace = await createWorkspace({
    env: service.env,
    startedBy: 'workspace',
    place: (mirror) => {
      placeProvider(mirror);
      // The engine installs the provider of each object in the state, and asks it nothing about a moved object.
      placeFixture('null', { address: 'cloudflare/cloudflare', version: '5.0.0' })(mirror);
      placeNullProvider(mirror);
    },
  });
});

function configure(moves: readonly Move[]): void {
  const resource: Record<string, Record<string, unknown>> = {};
  for (const { source, type, declared } of moves) (resource[type] ??= {})[source.name] = declared;
  const moved = moves.map(({ source, type }) => ({
    from: `${source.type}.${source.name}`,
    to: `${type}.${source.name}`,
  }));
  workspace.write(
    'main.tf.json',
    JSON.stringify({
      terraform: { required_providers: { zone: { source: 'zonewright/zone' } } },
      resource,
      moved,
    }),
  );
  workspace.write('terraform.tfstate', stateWith(moves.map(({ source }) => source)));
}

const requests = (): readonly string[] => service.emulator.control.journal().map(({ method }) => method);

test('objects of other resource types move here without a write at the service, and the next plan is empty', async () => {
  const moves = movesOf(service);
  configure(moves);
  await workspace.ready();

  expect((await workspace.plan({ args: ['-refresh=false'], out: 'unread' })).stdout).toContain(
    'has not been read yet',
  );
  const unread = await workspace.apply({ args: ['unread'] });
  expect(unread.exitCode).toBe(1);
  expect(unread.stderr).toContain('has not been read yet');
  expect(requests().filter((method) => method !== 'GET')).toEqual([]);
  // The engine has moved them nevertheless, and the next plan reads them.
  expect((await workspace.plan()).exitCode).toBe(0);
  configure(moves);

  const plan = await workspace.plan({ out: 'plan' });
  expect(plan).toMatchObject({ exitCode: 2, stderr: '' });
  expect(plan.stdout).toContain('Plan: 0 to add, 0 to change, 0 to destroy.');
  for (const { source, type } of moves)
    expect(plan.stdout).toContain(`# ${source.type}.${source.name} has moved to ${type}.${source.name}`);

  await workspace.applied({ args: ['plan'] });
  expect(new Set(requests())).toEqual(new Set(['GET']));
  expect((await workspace.plan()).exitCode).toBe(0);
  const state = workspace.read('terraform.tfstate');
  expect(state).not.toContain('https://logs.example.com/secret');
  expect(state).toContain('https://logs.example.com/data');
  for (const { source, type } of moves)
    expect(await workspace.attributes(`${type}.${source.name}`)).toMatchObject({ taken_over: true });
});
