import { equivalentRules } from './equivalent-rules';
import { bypass, migratingZone, uriOverride, zoneIdOf, zoneText, type PreviousWaf } from './migrating-zones';
import {
  attributesOf,
  beginAnew,
  finished,
  migrations,
  printed,
  refusal,
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

/** A firewall rule whose expression is one byte too long. */
const TOO_LONG: PreviousWaf = {
  firewall_rules: [
    bypass('f', { description: 'long', expression: `${'http.host eq "'.padEnd(4096, 'x')}"` }),
  ],
};
const TOO_MANY: PreviousWaf = {
  firewall_rules: Array.from({ length: 201 }, (_, index) =>
    bypass('0', { id: index.toString(16).padStart(32, '0') }),
  ),
};

useMigratingZones({
  fresh: false,
  zones: [
    migratingZone('uri-overrides', { previous: { uri_overrides: [uriOverride('6'), uriOverride('7')] } }),
    migratingZone('too-many', { plan: 'professional', previous: TOO_MANY }),
    migratingZone('too-long', { plan: 'business', previous: TOO_LONG }),
    migratingZone('both', { previous: { uri_overrides: [uriOverride('8')], ...TOO_LONG } }),
    migratingZone('skipped-overrides', { previous: { uri_overrides: [uriOverride('6')] } }),
    migratingZone('skipped-expression', { previous: TOO_LONG }),
    migratingZone('not-skipped'),
    migratingZone('validating-professional', { plan: 'professional' }),
    migratingZone('validating-business', { plan: 'business' }),
  ],
});

/** An override in the list of a message. */
const overrideInWords = (digit: string): string =>
  `- URI-based override ${digit.repeat(32)} for example.com/upload-${digit}* (upload ${digit})`;

const BLOCKED = {
  'uri-overrides': validated(),
  'too-many': finished('too-many'),
  'too-long': finished('too-long'),
  both: finished('both'),
};

test('the plan reports all obstacles of each zone, and nothing is changed', async () => {
  migrations(BLOCKED);
  const output = await refusal(workspace.apply());
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

test('Professional and Business zones cannot enter validation: the plan says so, and changes nothing', async () => {
  const plans = { 'validating-professional': 'pro', 'validating-business': 'business' };
  migrations(Object.fromEntries(Object.keys(plans).map((name) => [name, validated()])));
  const refused = await refusal();
  for (const [name, plan] of Object.entries(plans))
    expect(refused).toContain(
      `Zone ${zoneText(name)} cannot enter validation: its plan is ${plan}, and only Enterprise zones can.`,
    );
  expect(refused).toContain('On this plan, a zone migrates in one step: set target_state = "finished".');
  expect(writes()).toEqual([]);
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

  test('migrate with the next plan that finds nothing in the way, as an update', async () => {
    service.emulator.control.patchZone(zoneIdOf('skipped-overrides'), {
      previous_waf: { uri_overrides: [] },
    });
    const plan = printed(await workspace.plan({ out: 'reviewed.tfplan' }));
    expect(plan).toContain('0 to add, 1 to change, 0 to destroy');
    expect(plan).toContain('step = "skip" -> "finish"');
    await workspace.applied({ args: ['reviewed.tfplan'] });
    expect(skipped.map(stateOf)).toEqual(['finished', 'start']);
    expect(await attributesOf('skipped-overrides')).toMatchObject({ step: 'finish', skipped_because: null });
    await rest();
  });
});
