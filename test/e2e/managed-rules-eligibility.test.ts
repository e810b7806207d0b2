import { equivalentRules, EXCEPTIONS, type EquivalentRule } from './equivalent-rules';
import { bypass, migratingZone, uriOverride, zoneIdOf, zoneText, type PreviousWaf } from './migrating-zones';
import {
  attributesOf,
  beginAnew,
  expectHeld,
  finished,
  migrations,
  printed,
  rest,
  service,
  stateOf,
  stepWith,
  steps,
  useMigratingZones,
  validated,
  workspace,
  writes,
} from './migration-workspace';

/** docs/internals/service.md 7.2, 2.3 and 8: what keeps a zone from migrating, and what does not. */

/** Of that many bytes. */
const expressionOf = (bytes: number): string => 'http.host eq "'.padEnd(bytes - 1, 'x') + '"';

const firewallRules = (count: number): PreviousWaf => ({
  firewall_rules: Array.from({ length: count }, (_, index) =>
    bypass('0', {
      id: index.toString(16).padStart(32, '0'),
      expression: `http.host eq "${index}.example"`,
    }),
  ),
});

const oneFirewallRule = (bytes: number): PreviousWaf => ({
  firewall_rules: [bypass('f', { description: 'long', expression: expressionOf(bytes) })],
});

useMigratingZones({
  fresh: false,
  zones: [
    migratingZone('uri-overrides', { previous: { uri_overrides: [uriOverride('6'), uriOverride('7')] } }),
    migratingZone('too-many', { plan: 'professional', previous: firewallRules(201) }),
    migratingZone('too-long', { plan: 'business', previous: oneFirewallRule(4097) }),
    migratingZone('both', { previous: { uri_overrides: [uriOverride('8')], ...oneFirewallRule(4097) } }),
    migratingZone('as-many-as-allowed', { plan: 'professional', previous: firewallRules(200) }),
    migratingZone('as-long-as-allowed', { plan: 'business', previous: oneFirewallRule(4096) }),
    migratingZone('skipped-overrides', { previous: { uri_overrides: [uriOverride('6')] } }),
    migratingZone('skipped-expression', { previous: oneFirewallRule(4097) }),
    migratingZone('not-skipped'),
    migratingZone('validating-professional', { plan: 'professional' }),
    migratingZone('validating-business', { plan: 'business' }),
  ],
});

/** An override in the list of a message. */
const overrideInWords = (digit: string): string =>
  `- URI-based override ${digit.repeat(32)} for example.com/upload-${digit}* (upload ${digit})`;

const pageRules = EXCEPTIONS.slice(2);
const deployments = equivalentRules().slice(EXCEPTIONS.length);

/** The rules of a zone with the firewall rules of these, and everything else as in the full configuration. */
const rulesWith = ({ firewall_rules: rules = [] }: PreviousWaf): readonly EquivalentRule[] => [
  ...rules.map(({ id, description, expression = '' }): EquivalentRule => ({
    ...{ action: 'skip', expression, enabled: true, action_parameters: { ruleset: 'current' } },
    description: description === undefined ? `Firewall rule ${id}` : `Firewall rule ${id}: ${description}`,
  })),
  ...pageRules,
  ...deployments,
];

const BLOCKED = {
  'uri-overrides': validated(),
  'too-many': finished('too-many'),
  'too-long': finished('too-long'),
  both: finished('both'),
};

const AT_THE_LIMITS = {
  'as-many-as-allowed': firewallRules(200),
  'as-long-as-allowed': oneFirewallRule(4096),
};

describe('zones with obstacles, and zones at the limits', () => {
  const limits = Object.keys(AT_THE_LIMITS).map((name) => [name, finished(name)] as const);
  beforeAll(() => migrations({ ...BLOCKED, ...Object.fromEntries(limits) }));

  test('the plan reports all obstacles of each zone, and nothing is changed', async () => {
    const applied = await workspace.apply();
    const output = printed(applied);
    expect(applied.exitCode).toBe(1);
    for (const text of [
      `Zone ${zoneText('uri-overrides')} cannot migrate: 2 URI-based overrides are in the way.`,
      `${overrideInWords('6')} ${overrideInWords('7')}`,
      `Zone ${zoneText('too-many')} cannot migrate: it has 201 firewall rules that bypass the ` +
        'managed rules; at most 200 can be migrated.',
      `Zone ${zoneText('too-long')} cannot migrate: the expression of a firewall rule exceeds 4 KB.`,
      `firewall rule ${'f'.repeat(32)} (long): its expression has 4097 bytes; at most 4096 are allowed`,
      `Zone ${zoneText('both')} cannot migrate: a URI-based override is in the way.`,
      overrideInWords('8'),
      `Zone ${zoneText('both')} cannot migrate: the expression of a firewall rule exceeds 4 KB.`,
      ...Object.keys(BLOCKED).map((name) => `Zone ${zoneText(name)} has not begun to migrate`),
    ])
      expect(output).toContain(text);
    expect(output.match(/Error:/g)).toHaveLength(5);
    expect(writes()).toEqual([]);
  });

  test('the same configuration is applied once the obstacles are removed', async () => {
    const { control } = service.emulator;
    const now = {
      'uri-overrides': { uri_overrides: [] },
      'too-many': firewallRules(199),
      'too-long': { firewall_rules: [] },
      both: { uri_overrides: [], firewall_rules: [] },
    };
    for (const [name, previous_waf] of Object.entries(now))
      control.patchZone(zoneIdOf(name), { previous_waf });
    await workspace.applied();
    await rest();
    expect(Object.keys(BLOCKED).map(stateOf)).toEqual(['validation', 'finished', 'finished', 'finished']);
    expectHeld('uri-overrides', equivalentRules());
    for (const [name, previous] of Object.entries({ ...now, 'uri-overrides': undefined, ...AT_THE_LIMITS })) {
      if (previous === undefined) continue;
      expect(steps(name)).toEqual([stepWith(name, 'pending', rulesWith(previous))]);
      expectHeld(name, rulesWith(previous));
    }
    expect(writes()).toHaveLength(6);
  });

  test('every request asked about the current phase, which admits all zones', () => {
    const asked = service.emulator.control
      .journal()
      .filter(({ operation }) => operation === 'migration.check' || operation === 'migration.config');
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter(({ query }) => query['phase_two']?.join() !== '1')).toEqual([]);
  });
});

describe('Professional and Business zones', () => {
  const names = ['validating-professional', 'validating-business'];
  beforeAll(() => {
    beginAnew();
    migrations(Object.fromEntries(names.map((name) => [name, validated()])));
  });

  test('cannot enter validation: the plan says so, and changes neither the zones nor the state', async () => {
    const zones = names.map((name) => service.emulator.control.zone(zoneIdOf(name)));
    const planned = await workspace.plan();
    expect(planned.exitCode).toBe(1);
    for (const [name, plan] of [
      ['validating-professional', 'pro'],
      ['validating-business', 'business'],
    ] as const) {
      expect(printed(planned)).toContain(
        `Zone ${zoneText(name)} cannot enter validation: its plan is ${plan}, and only Enterprise zones can.`,
      );
      expect(steps(name)).toEqual([]);
    }
    expect(printed(planned)).toContain(
      'On this plan, a zone migrates in one step: set target_state = "finished".',
    );
    expect(names.map((name) => service.emulator.control.zone(zoneIdOf(name)))).toEqual(zones);
    expect(JSON.parse(workspace.read('terraform.tfstate') || '{ "resources": [] }')).toMatchObject({
      resources: [],
    });
  });

  test('whose plan may not be read are refused by the service, and stay unchanged', async () => {
    service.emulator.control.faults.put([
      { match: { operation: 'zones.get' }, effect: { kind: 'answer', status: 403 } },
    ]);
    const zones = names.map((name) => service.emulator.control.zone(zoneIdOf(name)));
    const applied = await workspace.apply();
    service.emulator.control.faults.clear();
    expect(applied.exitCode).toBe(1);
    for (const name of names) {
      expect(printed(applied)).toContain(`Zone ${zoneIdOf(name)} has not begun to migrate`);
      expect(steps(name)).toEqual([{ ...stepWith(name, 'validation', equivalentRules()), status: 403 }]);
    }
    expect(printed(applied).match(/The service refuses to begin validation:/g)).toHaveLength(2);
    expect(printed(applied)).toContain(
      'Only Enterprise zones can enter validation: on another plan, a zone migrates in one step, ' +
        'with target_state = "finished".',
    );
    expect(names.map((name) => service.emulator.control.zone(zoneIdOf(name)))).toEqual(zones);
  });

  test('enter validation once they are Enterprise zones, and finish without it before that', async () => {
    const [one = '', other = ''] = names;
    service.emulator.control.patchZone(zoneIdOf(one), { plan: 'enterprise' });
    migrations({ [one]: validated(), [other]: finished(other) });
    await workspace.applied();
    await rest();
    expect(names.map(stateOf)).toEqual(['validation', 'finished']);
    expectHeld(other, equivalentRules());
  });
});

describe('zones that cannot migrate, with on_incompatible = "skip"', () => {
  const blocks = {
    'skipped-overrides': finished('skipped-overrides', { on_incompatible: 'skip' }),
    'skipped-expression': finished('skipped-expression', { on_incompatible: 'skip' }),
    'not-skipped': finished('not-skipped', { on_incompatible: 'skip' }),
  };
  const skipped = ['skipped-overrides', 'skipped-expression'];
  beforeAll(() => {
    beginAnew();
    migrations(blocks);
  });

  test('are left as they are, with the reason in the plan, and hold up no other zone', async () => {
    const plan = await workspace.plan({ out: 'reviewed.tfplan' });
    expect(printed(plan)).toContain(
      `The migration of zone ${zoneText('skipped-overrides')} is skipped (on_incompatible = "skip"): Zone ` +
        `${zoneText('skipped-overrides')} cannot migrate: a URI-based override is in the way.`,
    );
    await workspace.applied({ args: ['reviewed.tfplan'] });
    expect(Object.keys(blocks).map(stateOf)).toEqual(['start', 'start', 'finished']);
    expect(steps()).toEqual([stepWith('not-skipped', 'pending', equivalentRules())]);
    expect(await attributesOf('skipped-expression')).toMatchObject({
      ...{ step: 'skip', migration_state: 'start', irreversible: false, finish: null, rules: [] },
      skipped_because: [
        `Zone ${zoneText('skipped-expression')} cannot migrate: the expression of a firewall rule exceeds 4 KB.`,
      ],
    });
    const next = await workspace.plan();
    expect(next.exitCode).toBe(0);
    expect(printed(next).match(/is skipped/g)).toHaveLength(2);
    expect((await workspace.plan({ args: ['-refresh-only'] })).exitCode).toBe(0);
  });

  test('fail the plan without the setting, and an apply whose plan was to migrate them', async () => {
    migrations({ ...blocks, 'skipped-overrides': finished('skipped-overrides') });
    expect((await workspace.plan()).exitCode).toBe(1);
    migrations(blocks);
    const { control } = service.emulator;
    const { previous_waf: before } = control.zone(zoneIdOf('skipped-overrides'));
    control.patchZone(zoneIdOf('skipped-overrides'), { previous_waf: { uri_overrides: [] } });
    await workspace.plan({ out: 'reviewed.tfplan' });
    control.patchZone(zoneIdOf('skipped-overrides'), { previous_waf: before });
    const applied = await workspace.apply({ args: ['reviewed.tfplan'] });
    expect(applied.exitCode).toBe(1);
    expect(printed(applied)).toContain('Provider produced inconsistent final plan');
    expect(skipped.map(stateOf)).toEqual(['start', 'start']);
  });

  test('migrate with the next plan that finds nothing in the way, as an update', async () => {
    service.emulator.control.patchZone(zoneIdOf('skipped-overrides'), {
      previous_waf: { uri_overrides: [] },
    });
    const plan = await workspace.plan({ out: 'reviewed.tfplan' });
    expect(printed(plan)).toContain('0 to add, 1 to change, 0 to destroy');
    expect(printed(plan)).toContain('step = "skip" -> "finish"');
    await workspace.applied({ args: ['reviewed.tfplan'] });
    expect(skipped.map(stateOf)).toEqual(['finished', 'start']);
    expect(await attributesOf('skipped-overrides')).toMatchObject({ step: 'finish', skipped_because: null });
    await rest();
  });
});
