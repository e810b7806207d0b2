import type { CommandOptions } from '../../cli/engine/run';
import { placeNullProvider } from '../support/fixture-provider';
import { startService, type TestService, type Workspace } from '../support/workspace';
import { MANAGED, SUCCESSOR, type RuleOverride } from './equivalent-rules';
import { hclExample, typescriptExample } from './example-workspace';
import { fullPreviousWaf, migratingZone, PHASE, zoneIdOf, zoneText } from './migrating-zones';
import { printed } from './migration-workspace';
import { stateText } from './no-drift';

/** Each example of the migration, from the first plan to the refused destroy. */

let service: TestService;

beforeAll(async () => {
  // What two of the examples adjust blocks so far, as it does without an override.
  const previous = { rules: { ...fullPreviousWaf().rules, '100015': 'block' as const } };
  const zones = ['gate', 'hcl', 'null', 'short'].map((name) => migratingZone(name, { previous }));
  service = await startService({ seed: { zones }, settings: { finishSeconds: 0 } });
});

/** What the zone has of the migration, with what the saved rules do to the rule that the examples adjust. */
function zone(name: string): object {
  const { migration, rulesets } = service.emulator.control.zone(zoneIdOf(name));
  const rules = (rulesets.find(({ phase }) => phase === PHASE)?.rules ?? []) as readonly object[];
  const { overrides } = (rules as readonly DeployingRule[])
    .map(({ action_parameters }) => action_parameters)
    .find(({ id }) => id === MANAGED) ?? { overrides: { rules: [] } };
  const steps = service.emulator.control
    .journal({ operation: 'rulesets.entrypoint.update' })
    .filter(({ zoneId }) => zoneId === zoneIdOf(name));
  return {
    state: migration.state,
    adjusted: overrides?.rules.find(({ id }) => id === SUCCESSOR['100015']),
    steps: steps.map(({ query }) => query['waf_migration']?.join()),
  };
}

interface DeployingRule {
  readonly action_parameters: {
    readonly id?: string;
    readonly overrides?: { readonly rules: readonly RuleOverride[] };
  };
}

const NOT_BEGUN = { state: 'start', adjusted: undefined, steps: [] };
const LOGGED: RuleOverride = { id: SUCCESSOR['100015'], action: 'log' };

function after(state: string, steps: readonly string[], adjusted?: RuleOverride): object {
  return { state, adjusted, steps };
}

function outputs(workspace: Workspace): Readonly<Record<string, unknown>> {
  const state = JSON.parse(stateText(workspace)) as {
    readonly outputs: Readonly<Record<string, { readonly value: unknown }>>;
  };
  return Object.fromEntries(Object.entries(state.outputs).map(([name, { value }]) => [name, value]));
}

/** A plan that fails, with what it prints. */
async function heldBack(workspace: Workspace, options?: CommandOptions): Promise<string> {
  const plan = await workspace.plan(options);
  expect({ exitCode: plan.exitCode, output: printed(plan) }).toMatchObject({ exitCode: 1 });
  expect(printed(plan).match(/Error:/g)).toHaveLength(1);
  return printed(plan);
}

/** Applies what a plan showed, after which there is nothing to do. Gives back what the plan printed. */
async function reviewed(workspace: Workspace): Promise<string> {
  const plan = await workspace.plan({ out: 'reviewed.tfplan' });
  expect(plan).toMatchObject({ exitCode: 2 });
  await workspace.applied({ args: ['reviewed.tfplan'] });
  expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
  return printed(plan);
}

/** A finished migration cannot be destroyed: nothing is changed. */
async function staysForGood(workspace: Workspace, name: string, options?: CommandOptions): Promise<void> {
  const before = { zone: zone(name), state: stateText(workspace) };
  const destroyed = await workspace.destroy(options);
  expect(destroyed.exitCode).toBe(1);
  expect(printed(destroyed)).toContain(
    `The migration of zone ${zoneText(name)} cannot be destroyed: it is finished, and the service ` +
      'offers no way back.',
  );
  expect({ zone: zone(name), state: stateText(workspace) }).toEqual(before);
}

const BEGINS = 'begins the migration of zone';
const IRREVERSIBLE = 'IRREVERSIBLE: this plan finishes the migration of zone';
const NOT_ALLOWED: CommandOptions = { args: ['-var=migration_allowed=false'] };

/** An example that holds back what was not approved of, as its two reviewed changes. */
interface GatedExample {
  /** Before the first change. */
  begun(): Promise<Workspace>;
  /** With a change that approved of a digest. */
  changed(change: 'validate' | 'finish', digest: string): Promise<Workspace>;
}

const GATED: Readonly<Record<'gate' | 'hcl', () => GatedExample>> = {
  gate: () => {
    const made = typescriptExample(service, 'managed-rules-migration');
    const settings = { ZONE_ID: zoneIdOf('gate') };
    let running: Promise<Workspace> | undefined;
    return {
      begun: () => {
        made.synthesize(settings);
        return made.workspace();
      },
      changed: (change, digest) => {
        made.synthesize({ ...settings, APPROVED_DIGEST: digest, CHANGE: change });
        return (running ??= made.workspace({}, 'workspace'));
      },
    };
  },
  hcl: () => {
    const made = hclExample(service, 'managed-rules-migration-hcl');
    const settings = { TF_VAR_zone_id: zoneIdOf('hcl') };
    const finish = { TF_VAR_target_state: 'finished', TF_VAR_acknowledge_irreversible: zoneIdOf('hcl') };
    return {
      begun: () => made.workspace(settings),
      changed: (change, digest) => {
        const approved = { TF_VAR_approved_digest: digest, ...(change === 'finish' ? finish : {}) };
        return made.workspace({ ...settings, ...approved }, 'workspace');
      },
    };
  },
};

test.each([
  ['in TypeScript with a gate', 'gate', ['Nothing has been approved for zone', 'allowed is not true']],
  ['in HCL', 'hcl', ['Nothing was approved yet', 'migration_allowed is false']],
] as const)(
  'the migration %s shows what to approve, waits for permission, validates, finishes, and then has an empty plan',
  async (_case, name, [notApproved, notAllowed]) => {
    const { begun, changed } = GATED[name]();
    const first = await begun();
    await first.ready();
    const refused = await heldBack(first);
    expect(refused).toContain(notApproved);
    const [digest = ''] = /sha256:[0-9a-f]{64}/.exec(refused) ?? [];

    const validate = await changed('validate', digest);
    expect(await heldBack(validate, NOT_ALLOWED)).toContain(notAllowed);
    expect(zone(name)).toEqual(NOT_BEGUN);
    expect(await reviewed(validate)).toContain(`${BEGINS} ${zoneText(name)}`);
    expect(zone(name)).toEqual(after('validation', ['validation'], LOGGED));
    expect(await validate.plan(NOT_ALLOWED)).toMatchObject({ exitCode: 0 });

    const finish = await changed('finish', digest);
    expect(await heldBack(finish, NOT_ALLOWED)).toContain(notAllowed);
    expect(await reviewed(finish)).toContain(`${IRREVERSIBLE} ${zoneText(name)}`);
    expect(zone(name)).toEqual(after('finished', ['validation', 'pending'], LOGGED));
    expect(await finish.plan(NOT_ALLOWED)).toMatchObject({ exitCode: 0 });
    expect(outputs(finish)).toMatchObject({ migration_state: 'finished' });
    await staysForGood(finish, name, NOT_ALLOWED);
  },
);

test('a gate in a null_resource uses the provider that @cdktf/provider-null declares', async () => {
  const made = typescriptExample(service, 'null-resource-gate', { place: placeNullProvider });
  const settings = { ZONE_ID: zoneIdOf('null') };
  made.synthesize(settings);
  const workspace = await made.workspace();
  await workspace.ready();
  const [digest = ''] = /sha256:[0-9a-f]{64}/.exec(await heldBack(workspace)) ?? [];
  made.synthesize({ ...settings, APPROVED_DIGEST: digest });
  expect(await reviewed(workspace)).toContain(`${BEGINS} ${zoneText('null')}`);
  expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
  expect(zone('null')).toEqual(after('validation', ['validation']));
});

test('the shortest migration needs two applies, and then has an empty plan', async () => {
  const short = typescriptExample(service, 'zone-migration');
  const settings = { ZONE_ID: zoneIdOf('short') };
  short.synthesize(settings);
  await (await short.workspace()).ready();
  const workspace = await short.workspace({}, 'workspace');
  expect(await reviewed(workspace)).toContain(`${BEGINS} ${zoneText('short')}`);
  expect(zone('short')).toEqual(after('validation', ['validation']));
  short.synthesize({ ...settings, CHANGE: 'finish' });
  expect(await reviewed(workspace)).toContain(`${IRREVERSIBLE} ${zoneText('short')}`);
  expect(zone('short')).toEqual(after('finished', ['validation', 'pending']));
  await staysForGood(workspace, 'short');
});
