import { createWorkspace, startService, type TestService, type Workspace } from '../support/workspace';
import { CORE, SCORE_RULE } from './equivalent-rules';
import { migratingZone, zoneIdOf } from './migrating-zones';

/**
 * Values of private state whose type is another one, as in a state file that somebody edited: they count as absent. No
 * call fails over them, and nothing is deleted that is not certainly the object's own.
 */

/** Every value that some resource keeps. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  zone_log_custom_fields: ['ref', 'imported_refs', 'replaced'],
  zone_logpush_job: ['owner', 'destination', 'left_out'],
  zone_managed_rules_migration: ['displaced', 'generated_digest', 'ref', 'imported_refs', 'replaced'],
};

/** What the values are instead; each in a zone of its own. */
const WRONG: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['a number', 7],
  ['a truth value', true],
  ['an empty text', ''],
  ['another text', 'zonewright'],
  ['a list of numbers', [1]],
  ['an empty object', {}],
  ['an object of numbers', { salt: 1, sent: 2, answered: 3, zoneId: 4, object: 5, [CORE]: 6 }],
  [
    'an object of lists',
    { salt: [], sent: [], answered: [], zoneId: [], object: [], [CORE]: { [SCORE_RULE]: [] } },
  ],
  [
    'an object of nulls',
    { salt: null, sent: null, answered: null, zoneId: null, object: null, [CORE]: null },
  ],
];
const ZONES = Object.fromEntries(WRONG.map((_wrong, index) => [`zone-${index}`, zoneIdOf(`zone-${index}`)]));

interface State {
  readonly resources: readonly {
    readonly type: string;
    readonly instances: readonly { index_key: string; private: string; status?: string }[];
  }[];
}

let service: TestService;
let workspace: Workspace;
let putBack: () => void;

/** Declares these resources for each zone: the damages of one object do not reach another, so all are tried at once. */
function declare(version: 'first' | 'second', types: readonly string[] = Object.keys(KEPT)): void {
  const isFirst = version === 'first';
  const adjustments = { [CORE]: { rules: { [SCORE_RULE]: { action: isFirst ? 'log' : 'block' } } } };
  const all: Readonly<Record<string, object>> = {
    zone_log_custom_fields: { cookies: [isFirst ? 'Sid' : 'Uid'] },
    zone_logpush_job: {
      name: isFirst ? 'one' : 'two',
      destination_conf: 'https://logs.example.com/?header_X=planted',
      logpull_options: { fields: ['RayID'] },
    },
    zone_managed_rules_migration: { target_state: 'validation', adjustments },
  };
  const each = { for_each: ZONES, zone_id: '${each.value}' };
  const resource = types.map((type) => [type, { one: { ...each, ...all[type] } }] as const);
  const required_providers = { zone: { source: 'zonewright/zone' } };
  const module = { terraform: { required_providers }, resource: Object.fromEntries(resource) };
  workspace.write(
    'main.tf.json',
    JSON.stringify(types.length === 0 ? { terraform: module.terraform } : module),
  );
}

beforeAll(async () => {
  service = await startService({ seed: { zones: Object.keys(ZONES).map((name) => migratingZone(name)) } });
  workspace = await createWorkspace({ env: service.env, startedBy: 'workspace' });
  declare('first');
  await workspace.ready();
  await workspace.applied();
  const [zones, state] = [service.emulator.control.snapshot(), workspace.read('terraform.tfstate')];
  putBack = () => {
    service.emulator.control.restore(zones);
    workspace.write('terraform.tfstate', state);
    declare('first');
  };
});
beforeEach(() => putBack());

type Kept = Readonly<Record<string, unknown>>;

/** Gives each object of the state other private values: those of its zone, unless others are asked for. */
function damage(valuesOf: (type: string, kept: Kept, zone: string) => object, status?: string): void {
  const state = JSON.parse(workspace.read('terraform.tfstate')) as State;
  for (const { type, instances } of state.resources)
    for (const instance of instances) {
      const kept = JSON.parse(Buffer.from(instance.private, 'base64').toString()) as Kept;
      const values = valuesOf(type, kept, instance.index_key);
      instance.private = Buffer.from(JSON.stringify(values)).toString('base64');
      if (status !== undefined) instance.status = status;
    }
  workspace.write('terraform.tfstate', JSON.stringify(state));
}

/** What each zone has, by the damage. */
function held(): object {
  const zones = WRONG.map(([what], index) => {
    const { logpush, rulesets } = service.emulator.control.zone(zoneIdOf(`zone-${index}`));
    const rules = rulesets.find(({ phase }) => phase === 'http_log_custom_fields')?.rules ?? [];
    const cookies = rules.map(({ action_parameters: parameters }) => parameters?.['cookie_fields']);
    return [what, { cookies, jobs: (logpush.jobs ?? []).map(({ name }) => name) }];
  });
  return Object.fromEntries(zones) as object;
}

const inEach = (zone: object): object => Object.fromEntries(WRONG.map(([what]) => [what, zone]));

test('the private state has exactly the values of the table', () => {
  const seen = new Map<string, readonly string[]>();
  damage((type, kept) => {
    seen.set(type, Object.keys(kept));
    return kept;
  });
  expect([...seen.keys()].sort()).toEqual(Object.keys(KEPT).sort());
  for (const [type, names] of seen) {
    expect(names).not.toEqual([]);
    expect(KEPT[type]).toEqual(expect.arrayContaining([...names]));
  }
});

describe('private state with values of another type', () => {
  const wrongValues = (type: string, _kept: Kept, zone: string): object => {
    const wrong = WRONG[Object.keys(ZONES).indexOf(zone)];
    if (wrong === undefined) throw new Error(`no damage for ${zone}`);
    return Object.fromEntries((KEPT[type] ?? []).map((name) => [name, wrong[1]]));
  };
  const flat = (text: string): string => text.replace(/[│\s]+/g, ' ');

  test('plans no change, and the objects can be updated', async () => {
    damage(wrongValues);
    expect(await workspace.plan()).toMatchObject({ exitCode: 0, stderr: '' });
    declare('second');
    await workspace.applied();
    expect(held()).toEqual(inEach({ cookies: [[{ name: 'Uid' }]], jobs: ['two'] }));
    expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
  });

  test('lets a destroy delete only the job that the state names', async () => {
    damage(wrongValues);
    declare('first', ['zone_managed_rules_migration']);
    const { exitCode, stdout } = await workspace.apply();
    expect({ exitCode, held: held() }).toEqual({
      exitCode: 0,
      held: inEach({ cookies: [[{ name: 'Sid' }]], jobs: [] }),
    });
    // The engine prints the warnings of one summary once, and how many there are.
    expect(flat(stdout)).toContain('this resource did not write their rule');
    declare('first', []);
    const refused = await workspace.apply();
    expect([refused.exitCode, flat(refused.stderr).match(/cannot be destroyed:/g)?.length]).toEqual([
      1,
      WRONG.length,
    ]);
  });

  test('of a tainted object does not replace a migration that has begun', async () => {
    damage(wrongValues, 'tainted');
    const { exitCode, stderr } = await workspace.plan();
    expect(exitCode).toBe(1);
    expect(flat(stderr).match(/cannot be re-created/g)).toHaveLength(WRONG.length);
    expect(stderr).not.toMatch(/bug|crash/i);
  });
});
