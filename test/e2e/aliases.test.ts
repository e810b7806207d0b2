import { DEFAULT_ZONE_ID, type FaultRule } from '../../emulator';
import { inLane } from '../support/lane';
import { beginAnew, service, useWorkspace, workspace } from './one-service';
import { createWorkspace, hcl, type Workspace } from '../support/workspace';
import { finishedZone, MANAGED } from './managed-zone';
import { PHASE, zoneIdOf } from './migrating-zones';

/**
 * Objects that get another address and another configuration of the provider in one apply. Each configuration is a process
 * of its own, and the order of their work is the engine's.
 */
/** The same folder, where one provider has to do only with what is there: how it is started is not the matter. */
let quiet: Workspace;

const ZONES = [
  { id: DEFAULT_ZONE_ID, name: 'example.com', plan: 'enterprise' } as const,
  finishedZone('shop'),
];
useWorkspace(
  { seed: { zones: ZONES } },
  { startedBy: 'engine', declare: () => declare('zone_logpush_job', 'before', 'zone') },
);
beforeAll(async () => {
  quiet = await createWorkspace({ folder: workspace.cwd, env: service.env, startedBy: 'workspace' });
});
beforeEach(() => beginAnew());

const BODIES = {
  zone_log_custom_fields: `zone_id = "${DEFAULT_ZONE_ID}"\n  cookies = ["Sid"]`,
  zone_logpush_job: `zone_id = "${DEFAULT_ZONE_ID}"
  name             = "job"
  destination_conf = "https://logs.example.com/"
  logpull_options  = { fields = ["RayID"] }`,
  zone_managed_rules: `zone_id = "${zoneIdOf('shop')}"
  rules = [{ name = "cloudflare", execute = { ruleset_id = "${MANAGED}" } }]`,
} as const;
type Type = keyof typeof BODIES;

function declare(type: Type, name: string, provider: string): void {
  workspace.write(
    'main.tf',
    hcl(`provider "zone" {}\n\nprovider "zone" {\n  alias = "second"\n}
resource "${type}" "${name}" {\n  provider = ${provider}\n  ${BODIES[type]}\n}\n`),
  );
}

/** The parameters of the zone's rules, or the numbers of its jobs. */
function held(type: Type): unknown {
  const isRules = type === 'zone_managed_rules';
  const { rulesets, logpush } = service.emulator.control.zone(isRules ? zoneIdOf('shop') : DEFAULT_ZONE_ID);
  if (type === 'zone_logpush_job') return (logpush.jobs ?? []).map(({ id }) => id);
  const phase = isRules ? PHASE : 'http_log_custom_fields';
  return rulesets
    .find((one) => one.phase === phase)
    ?.rules?.map(({ action_parameters: { version: _version, ...given } = {} }) => given);
}

const slow = (method: string, more: object = {}): FaultRule => ({ match: { method }, delayMs: 700, ...more });

/** What is slow decides which of the two providers comes first; look 4 is the one before the fields are deleted. */
const ORDERS: readonly (readonly [string, readonly FaultRule[]])[] = [
  ['the deletion is slow', [slow('DELETE')]],
  ['the writing is slow', [slow('PUT')]],
  ...inLane<readonly (readonly [string, readonly FaultRule[]])[]>({
    share: [],
    whole: [
      ['look 4 and the writing are slow', [slow('GET', { nth: 4 }), slow('PUT')]],
      ['look 4 and the deletion are slow', [slow('GET', { nth: 4 }), slow('DELETE')]],
      ['nothing is slow', []],
      ...[3, 4, 5, 6].map((nth) => [`look ${nth} is slow`, [slow('GET', { nth })]] as const),
    ],
  }),
];

test.each(
  (
    [
      ['zone_log_custom_fields', [{ cookie_fields: [{ name: 'Sid' }] }]],
      ['zone_managed_rules', [{ id: MANAGED }]],
    ] as const
  ).flatMap(([type, left]) => ORDERS.map(([how, faults]) => [type, how, faults, left] as const)),
)('%s keeps its rules when %s', async (type, _how, faults, left) => {
  declare(type, 'before', 'zone');
  await quiet.applied();
  declare(type, 'after', 'zone.second');
  service.emulator.control.faults.put(faults);
  const { exitCode, stdout } = await workspace.apply();
  service.emulator.control.faults.clear();
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('1 added, 0 changed, 1 destroyed')]);
  if (type === 'zone_managed_rules') expect(stdout).toMatch(/may have no managed\s+rules for a moment/);
  expect(held(type)).toEqual(left);
  expect(await quiet.plan()).toMatchObject({ exitCode: 0 });
});

test.each([
  ['zone', 'zone.second'],
  ['zone.second', 'zone'],
])('of a job, %s to %s, there is always exactly one', async (from, to) => {
  declare('zone_logpush_job', 'before', from);
  await quiet.applied();
  declare('zone_logpush_job', 'after', to);
  await workspace.applied();
  expect(held('zone_logpush_job')).toEqual([
    (await workspace.attributes('zone_logpush_job.after'))['job_id'],
  ]);
  expect(await quiet.plan()).toMatchObject({ exitCode: 0 });
});

test('a job that keeps its address moves from one provider to another', async () => {
  declare('zone_logpush_job', 'before', 'zone');
  await quiet.applied();
  declare('zone_logpush_job', 'before', 'zone.second');
  await workspace.applied();
  expect(held('zone_logpush_job')).toEqual([1]);
});
