import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { loadPolicySync } from '@open-policy-agent/opa-wasm';
import { MINIMAL_REFRESH } from '../support/engine';
import { migratingZone, uriOverride, zoneIdOf } from './migrating-zones';
import {
  finished,
  migrations,
  printed,
  service,
  useMigratingZones,
  validated,
  workspace,
} from './migration-workspace';

/**
 * examples/policies/zone.rego on plans of the engine. OPA comes as its WebAssembly runtime, which needs the policy
 * compiled; with the program of OPA (`go install github.com/open-policy-agent/opa@v1.22.3`), in examples/policies:
 *
 *   opa build --target wasm --entrypoint zonewright/deny --entrypoint zonewright/warn \
 *     --revision "$(sha256sum < zone.rego)" --output ../../test/fixtures/example-policy/bundle.tar.gz zone.rego
 */
const POLICY = join(__dirname, '..', '..', 'examples', 'policies', 'zone.rego');
const BUNDLE = join(__dirname, '..', 'fixtures', 'example-policy', 'bundle.tar.gz');

/** Of a tar archive. */
const BLOCK = 512;

/** Of zones that lose no more than the policy accepts. */
const FEW_LOSSES = { groups: {}, rules: {} };

useMigratingZones({
  zones: [
    migratingZone('shop', { previous: FEW_LOSSES }),
    migratingZone('blog'),
    migratingZone('done', { state: 'finished', rules: [] }),
    migratingZone('overridden', { previous: { uri_overrides: [uriOverride('7')] } }),
  ],
});

const bundle = gunzipSync(readFileSync(BUNDLE));
const policy = loadPolicySync(fileIn(bundle, '/policy.wasm'));

/** A file of a tar archive: a header with name and size in octal digits, then the content, in blocks (POSIX ustar). */
function fileIn(archive: Buffer, name: string): Buffer {
  for (let at = 0; at < archive.length;) {
    const text = (from: number, to: number): string =>
      archive.toString('latin1', at + from, at + to).replace(/\0[^]*$/, '');
    const size = parseInt(text(124, 136) || '0', 8);
    if (text(0, 100) === name) return archive.subarray(at + BLOCK, at + BLOCK + size);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  throw new Error(`${name} is not in the bundle`);
}

/** A plan as `terraform show -json` prints it. */
async function planned(): Promise<unknown> {
  expect((await workspace.plan({ out: 'policy.tfplan' })).exitCode).toBe(2);
  return (await workspace.showJson('policy.tfplan')).json;
}

/** The messages of a rule. @param plan @default that of the configuration */
async function said(rule: 'deny' | 'warn', plan?: unknown): Promise<readonly string[]> {
  const [found] = policy.evaluate(plan ?? (await planned()), `zonewright/${rule}`) as readonly {
    readonly result: readonly string[];
  }[];
  return [...(found?.result ?? ['nothing was evaluated'])].sort();
}

/** What the policy has against a plan. @default that of the configuration */
const denied = (plan?: unknown): Promise<readonly string[]> => said('deny', plan);

/** A log push job, and nothing else. */
function job(more: object): void {
  const zone_logpush_job = { job: { zone_id: zoneIdOf('shop'), enabled: true, ...more } };
  migrations({}, { resource: { zone_logpush_job } });
}

test('the compiled policy is that of the example', () => {
  const { revision } = JSON.parse(fileIn(bundle, '/.manifest').toString()) as { readonly revision: string };
  const source = createHash('sha256').update(readFileSync(POLICY)).digest('hex');
  expect(revision).toBe(`${source}  -`);
});

const FINISHES = 'zone_managed_rules_migration.zone: the plan finishes the migration for good, and';
const NOT_APPROVED = `${FINISHES} approved_digest does not say which rules were approved.`;

test('a migration finishes with an approved digest only', async () => {
  migrations({ zone: finished('shop', { zone_id: zoneIdOf('shop') }) });
  expect(await denied()).toEqual([NOT_APPROVED]);
  const unfit = `v1/finished/${zoneIdOf('shop')}/none/none/none`;
  migrations({ zone: finished('shop', { zone_id: zoneIdOf('shop'), approved_digest: unfit }) });
  const [, approved_digest] = /"approved_digest":"([^"]*)"/.exec(printed(await workspace.plan())) ?? [];
  migrations({ zone: finished('shop', { zone_id: zoneIdOf('shop'), approved_digest }) });
  expect(await denied()).toEqual([]);
});

test.each([
  ['that validates', validated({ zone_id: zoneIdOf('blog') })],
  ['that others have finished', finished('done', { zone_id: zoneIdOf('done') })],
])('a migration %s needs no approval, and loses nothing yet', async (_what, block) => {
  migrations({ zone: block });
  expect(await denied()).toEqual([]);
});

test('a migration that finishes loses what is accepted only', async () => {
  migrations({ zone: finished('blog', { zone_id: zoneIdOf('blog') }) });
  expect(await denied()).toEqual([
    NOT_APPROVED,
    expect.stringMatching(/and this is lost: group .*\.$/),
    expect.stringMatching(/and this is lost: rule 981242 .*\.$/),
  ]);
});

const STORED =
  'zone_logpush_job.job: destination_conf is stored in the state, and may hold secrets. Set destination_conf_wo instead.';
const HTTPS = 'https://logs.example.com/in?header_Authorization=planted-secret';
const WRITE_ONLY = { destination_conf_wo: HTTPS, destination_conf_wo_version: 1 };

test.each<readonly [string, object, readonly string[]]>([
  ['a write-only destination', WRITE_ONLY, []],
  [
    'a bucket without a key',
    { destination_conf: 's3://example-logs/http?region=us-east-1', ownership_challenge: 'token' },
    [],
  ],
  ['a stored header', { destination_conf: HTTPS }, [STORED]],
  ['a stored password', { destination_conf: 'https://user:planted@logs.example.com/in' }, [STORED]],
  [
    'another host',
    { ...WRITE_ONLY, destination_conf_wo: 'https://logs.example.com.evil.example/in' },
    ['zone_logpush_job.job: logs may not be delivered to https://logs.example.com.evil.example.'],
  ],
  [
    'another bucket',
    { destination_conf: 's3://other-logs/http?region=us-east-1', ownership_challenge: 'token' },
    ['zone_logpush_job.job: logs may not be delivered to s3://other-logs/http.'],
  ],
])('a log push job to %s', async (_what, more, messages) => {
  job(more);
  expect(await denied()).toEqual(messages);
});

test.each([[['forget', 'create']], [['create', 'forget']]])(
  'a job that replaces one that stays at the service is a job: %j',
  async (actions) => {
    job({ ...WRITE_ONLY, destination_conf_wo: 'https://other.example/in' });
    // With `destroy = false` in its lifecycle (OpenTofu 1.12, Terraform 1.16).
    const replaced = JSON.stringify(await planned()).replace(
      '"actions":["create"]',
      `"actions":${JSON.stringify(actions)}`,
    );
    expect(replaced).toContain(JSON.stringify(actions));
    expect(await denied(JSON.parse(replaced))).toEqual([
      'zone_logpush_job.job: logs may not be delivered to https://other.example.',
    ]);
  },
);

test('what is known after apply is refused', async () => {
  job({ destination_conf: '${terraform_data.later.id}' });
  const file = JSON.parse(workspace.read('main.tf.json')) as { readonly resource: object };
  const resource = { ...file.resource, terraform_data: { later: {} } };
  workspace.write('main.tf.json', JSON.stringify({ ...file, resource }));
  expect(await denied()).toEqual([
    STORED,
    'zone_logpush_job.job: logs may not be delivered to a destination that is known after apply.',
  ]);
});

const JOB = 'zone_logpush_job.job:';
const delivered = (to: string): string =>
  `${JOB} logs are delivered to ${to}, where no job of this plan delivered before.`;

test('what somebody should look at is a warning, once: it is none any more after the apply', async () => {
  const zone_id = zoneIdOf('shop');
  const declare = (request_headers: readonly string[], to?: string): void => {
    const fields = { zone_log_custom_fields: { fields: { zone_id, request_headers } } };
    const destination_conf_wo_version = to?.length;
    const jobs = { job: { zone_id, enabled: true, destination_conf_wo: to, destination_conf_wo_version } };
    migrations({}, { resource: { ...fields, ...(to === undefined ? {} : { zone_logpush_job: jobs }) } });
  };
  declare(['x-request-id', 'x-api-key'], 'https://logs.example.com/in');
  const logged =
    'zone_log_custom_fields.fields: by its name, x-api-key in request_headers may hold a secret,';
  expect(await said('warn')).toEqual([`${logged} which is logged.`, delivered('https://logs.example.com')]);
  await workspace.applied();
  declare(['x-request-id', 'x-api-key', 'x-cart'], 'https://logs.example.com/other');
  expect(await said('warn')).toEqual([]);
  declare(
    ['x-request-id', 'x-api-key'],
    's3://example-logs/http?region=a&access-key-id=b&secret-access-key=c',
  );
  expect(await said('warn')).toEqual([delivered('s3://example-logs/http')]);
  service.emulator.control.editZone(zone_id, ({ logpush }) => {
    logpush.jobs = logpush.jobs?.map((each) => ({ ...each, enabled: false }));
  });
  declare(['x-request-id']);
  expect(await said('warn')).toEqual([
    ...(MINIMAL_REFRESH ? [] : [`${JOB} it is not as the last apply left it.`]),
    `${JOB} the job is deleted, and its logs are delivered no more.`,
  ]);
  expect(await denied()).toEqual([]);
});

/** As Terraform 1.14 writes it; null stands for what is ephemeral. */
test.each([
  [HTTPS, 1],
  [null, 0],
])('an action that a plan stores with the destination %s', async (destination_conf, count) => {
  const [type, address] = ['zone_logpush_destination_check', 'action.zone_logpush_destination_check.it'];
  const action = { address, type, config_values: { zone_id: zoneIdOf('shop'), destination_conf } };
  const message = `${address}: destination_conf is stored in the plan, and may hold secrets. Give it an ephemeral value.`;
  expect(await denied({ action_invocations: [action] })).toEqual(Array(count).fill(message));
});

test('a removed managed rule is a warning', async () => {
  const skip = { ruleset: 'current' };
  const rules = ['office', 'probes'].map((name) => ({ name, expression: 'ip.src eq 192.0.2.1', skip }));
  const declare = (some: typeof rules): void =>
    migrations(
      {},
      { resource: { zone_managed_rules: { zone: { zone_id: zoneIdOf('done'), rules: some } } } },
    );
  declare(rules);
  await workspace.applied();
  declare(rules.slice(1));
  expect(await said('warn')).toEqual(['zone_managed_rules.zone: the managed rule office is removed.']);
});

const VALIDATES = 'zone_managed_rules_migration.zone: the plan begins validation, which has no way back,';
test.each([
  ['blog', {}, [`${VALIDATES} and approved_digest does not say which rules were approved.`]],
  [
    'overridden',
    { delete_uri_overrides: true },
    [`zone_managed_rules_migration.zone: the URI-based override ${'7'.repeat(32)} is deleted.`],
  ],
])('the first step of the migration of %s is a warning', async (zone, more, messages) => {
  migrations({ zone: validated({ zone_id: zoneIdOf(zone), ...more }) });
  expect(await said('warn')).toEqual(messages);
});
