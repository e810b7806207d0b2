import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reviewPlans } from '../../cli/review/review-plans';
import { loadPlans } from '../../cli/review/load-plans';
import { DEFAULT_TOKEN, type SeedDocument } from '../../emulator';
import { beginAnew, declare, refusal, service, stored, useWorkspace, workspace, writes } from './one-service';
import { finishedZone, MANAGED } from './managed-zone';
import { bypass, migratingZone, zoneIdOf } from './migrating-zones';
import type { Resources } from '../support/workspace';

/** Plans that ask the service whether it would accept what apply writes, and services that cannot be asked. */

const READER = 'reader-0123456789012345678901234567890123';
const ELSEWHERE = 'elsewhere-0123456789012345678901234567890';
const LOGS = 'logs-01234567890123456789012345678901234567';
/** An expression that does not migrate. */
const LONG = `http.host eq "${'a'.repeat(4096)}"`;

const seed = (options: object = {}): SeedDocument => ({
  zones: [
    finishedZone('shop'),
    finishedZone('small', undefined, { plan: 'professional' }),
    migratingZone('old', { plan: 'professional' }),
    migratingZone('big'),
    migratingZone('stuck', { previous: { firewall_rules: [bypass('a', { expression: LONG })] } }),
    finishedZone('full', undefined, {
      logpush: {
        jobs: ['a', 'b', 'c', 'd'].map((name) => ({ name, destination_conf: `gs://${name}/logs` })),
      },
    }),
  ],
  options: { model: 'today', finish_seconds: 0, rate_limit: 0, logpush_plans: 'enterprise', ...options },
  credentials: {
    tokens: [
      { token: DEFAULT_TOKEN },
      { token: ELSEWHERE, zones: [] },
      { token: READER, permissions: ['zone:read', 'rulesets:read', 'waf:read'] },
      { token: LOGS, permissions: ['zone:read', 'rulesets:read', 'logpush:read'] },
    ],
  },
});

useWorkspace({ seed: seed() }, { declare: () => declare({}) });
beforeEach(() => beginAnew());

const declareProven = (resource: Resources): void =>
  declare(resource, { provider: { zone: { proof: 'on' } } });

function zonesNow(): unknown {
  return service.emulator.control.zones();
}

const of = (type: string, zone: string, block: object): Resources => ({
  [type]: { this: { zone_id: zoneIdOf(zone), ...block } },
});
const fields = (zone: string, more: object = {}): Resources =>
  of('zone_log_custom_fields', zone, { cookies: ['sid'], ...more });
const rules = (zone: string, rule: object): Resources =>
  of('zone_managed_rules', zone, { rules: [{ name: 'main', execute: { ruleset_id: MANAGED }, ...rule }] });
const job = (zone: string, more: object = {}): Resources =>
  of('zone_logpush_job', zone, {
    dataset: 'http_requests',
    destination_conf: 'https://logs.example/in',
    logpull_options: { fields: ['RayID'] },
    ...more,
  });
const migration = (zone: string, more: object): Resources => of('zone_managed_rules_migration', zone, more);

interface Refusal {
  readonly declared: Resources;
  readonly provider?: object;
  /** The command that finds it without a proof, and with one. */
  readonly found: readonly [string, string];
}

/** What the service refuses. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  'a name that no header has': {
    declared: fields('shop', { cookies: ['a b'] }),
    found: ['validate', 'validate'],
  },
  'fields in a zone whose plan has none': { declared: fields('small'), found: ['apply', 'plan'] },
  'more names than the service allows': {
    declared: fields('shop', { cookies: Array.from({ length: 101 }, (_, index) => `c${index}`) }),
    provider: { max_custom_fields: 200 },
    found: ['plan', 'plan'],
  },
  'fields with credentials that only read': {
    declared: fields('shop'),
    provider: { api_token: READER },
    found: ['apply', 'plan'],
  },
  'rules with credentials that only read': {
    declared: rules('shop', {}),
    provider: { api_token: READER },
    found: ['apply', 'plan'],
  },
  'rules with an expression that is none': {
    declared: rules('shop', { expression: ' ' }),
    found: ['apply', 'plan'],
  },
  'rules in a zone that has not migrated': { declared: rules('big', {}), found: ['plan', 'plan'] },
  'a job in a zone whose plan has no log push': { declared: job('small'), found: ['plan', 'plan'] },
  'a job with credentials that only read': {
    declared: job('shop'),
    provider: { api_token: LOGS },
    found: ['plan', 'plan'],
  },
  'a log field that is none': {
    declared: job('shop', { logpull_options: { fields: ['Nope'] } }),
    found: ['plan', 'plan'],
  },
  'a destination that is not there': {
    declared: job('shop', { destination_conf: 'https://nowhere.example/in' }),
    found: ['apply', 'plan'],
  },
  'a token of another destination': {
    declared: job('shop', { destination_conf: 'gs://bucket/logs', ownership_challenge: 'wrong' }),
    found: ['apply', 'plan'],
  },
  'a job more than the zone may have': { declared: job('full'), found: ['apply', 'apply'] },
  'validation on a plan that has none': {
    declared: migration('old', { target_state: 'validation' }),
    found: ['plan', 'plan'],
  },
  'validation after the end of the migration': {
    declared: migration('shop', { target_state: 'validation' }),
    found: ['plan', 'plan'],
  },
  'a migration of a zone that cannot migrate': {
    declared: migration('stuck', {
      target_state: 'finished',
      acknowledge_irreversible: zoneIdOf('stuck'),
    }),
    found: ['plan', 'plan'],
  },
  'a dataset that is none': { declared: job('shop', { dataset: 'nope' }), found: ['plan', 'plan'] },
  'a zone that does not exist': { declared: fields('nowhere'), found: ['plan', 'plan'] },
  'a token that does not exist': {
    declared: fields('shop'),
    provider: { api_token: 'x'.repeat(40) },
    found: ['plan', 'plan'],
  },
  'a token for other zones': {
    declared: fields('shop'),
    provider: { api_token: ELSEWHERE },
    found: ['plan', 'plan'],
  },
};

describe.each([
  ['without a proof', 'off', 0],
  ['with a proof', 'on', 1],
] as const)('%s', (_how, proof, column) => {
  test.each(Object.entries(REFUSALS))('%s', async (_what, { declared, provider, found }) => {
    declare(declared, { provider: { zone: { proof, ...provider } } });
    service.emulator.control.destinations.refuse('https://nowhere.example', 'no such host');
    const before = zonesNow();
    expect(await whereRefused()).toBe(found[column]);
    expect(zonesNow()).toEqual(before);
  });
});

/** The first command that the engine refuses. */
async function whereRefused(): Promise<string> {
  if ((await workspace.run(['validate', '-no-color'])).exitCode !== 0) return 'validate';
  if ((await workspace.plan({ out: 'proof.tfplan' })).exitCode === 1) return 'plan';
  const apply = await workspace.apply({ planFile: 'proof.tfplan' });
  return apply.exitCode === 1 ? 'apply' : 'nowhere';
}

test('the guide says where each refusal is found', () => {
  const guide = readFileSync(join(__dirname, '..', '..', 'docs', 'guides', 'review.md'), 'utf8');
  const rows = Object.entries(REFUSALS).map(([what, { found }]) => `| ${what} | ${found.join(' | ')} |`);
  expect(rows.filter((row) => !guide.includes(row))).toEqual([]);
});

describe('evidence', () => {
  test('is of one plan: each one asks, and none is stored', async () => {
    declareProven(job('shop'));
    const questions = (): number =>
      writes().filter(({ path }) => path.endsWith('validate/destination')).length;
    const times: (string | null | undefined)[] = [];
    for (const made of [1, 2]) {
      await workspace.plan({ out: 'proof.tfplan' });
      expect(questions()).toBe(made);
      times.push((await reviewed()).rows[0]?.proof?.at);
    }
    expect(times).toEqual([expect.stringMatching(/^20.*Z$/), expect.stringMatching(/^20.*Z$/)]);
    expect(new Set(times).size).toBe(2);
    await workspace.apply({ planFile: 'proof.tfplan' });
    expect(questions()).toBe(3);
  });

  test('is void when the service refuses since: apply says so, and so does the next plan', async () => {
    declareProven(fields('shop'));
    await workspace.plan({ out: 'proof.tfplan' });
    const body = { success: false, errors: [{ message: 'request is not authorized' }] };
    service.emulator.control.faults.put([
      { match: { method: 'POST' }, effect: { kind: 'answer', status: 403, body } },
    ]);
    const before = zonesNow();
    for (const command of [() => workspace.apply({ planFile: 'proof.tfplan' }), () => workspace.plan()])
      expect(await refusal(command())).toContain('The service would refuse this: request is not authorized');
    expect(zonesNow()).toEqual(before);
    service.emulator.control.faults.clear();
  });
});

test('what the service says beside its answers is a warning, once, at plan and at apply', async () => {
  const says = { effect: { kind: 'message', message: 'This API changes on Monday.', code: 42 } } as const;
  service.emulator.control.faults.put([says]);
  declareProven(fields('shop'));
  for (const { stdout } of [
    await workspace.plan({ out: 'proof.tfplan' }),
    await workspace.apply({ planFile: 'proof.tfplan' }),
  ])
    expect(stdout.match(/The service says: This API changes on Monday\./g)).toHaveLength(1);
  service.emulator.control.faults.clear();
});

test.each([
  ['fields', fields('shop'), /^\{"ref":"zonewright-[0-9a-f]{24}"\}$/],
  ['a job', job('shop'), /^$/],
])(
  'evidence is not stored in the state, also of a destroy that is refused: %s',
  async (_what, declared, kept) => {
    declareProven(declared);
    await workspace.applied();
    expect(storedPrivate()).toMatch(kept);
    await workspace.plan({ out: 'proof.tfplan', args: ['-destroy'] });
    service.emulator.control.faults.put([
      { match: { method: 'DELETE' }, effect: { kind: 'answer', status: 403 } },
    ]);
    expect(await workspace.apply({ planFile: 'proof.tfplan' })).toMatchObject({ exitCode: 1 });
    service.emulator.control.faults.clear();
    expect(storedPrivate()).not.toContain('proof');
  },
);

function storedPrivate(): string {
  const [one] = stored().flatMap(({ instances }) => instances.map((instance) => instance.private));
  return Buffer.from(one ?? '', 'base64').toString();
}

async function reviewed() {
  const show = (_folder: string, name: string) => workspace.run(['show', '-json', name]);
  const { inputs, errors } = await loadPlans([join(workspace.cwd, 'proof.tfplan')], show);
  return reviewPlans(inputs, errors, { requireProof: true });
}
