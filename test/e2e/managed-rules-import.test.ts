import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { engine, GENERATES, testOnlyOn } from '../support/engine';
import {
  CORE,
  MANAGED,
  SCORE_RULE,
  SUCCESSOR,
  coreOverrides,
  equivalentRules,
  managedOverrides,
} from './equivalent-rules';
import { migratingZone, PHASE, zoneIdOf } from './migrating-zones';
import {
  TYPE,
  attributesOf,
  finished,
  migrations,
  printed,
  rest,
  service,
  settle,
  useMigratingZones,
  validated,
  workspace,
  writes,
} from './migration-workspace';

/** Of a rule without an override, of one with, and of the score rule with its threshold. */
const ADJUSTMENTS = {
  [MANAGED]: {
    rules: {
      [SUCCESSOR['100030']]: { enabled: false },
      [SUCCESSOR['100043']]: { action: 'log', enabled: true },
    },
  },
  [CORE]: { rules: { [SCORE_RULE]: { action: 'log' } } },
};

const ADJUSTED = equivalentRules(
  {},
  {
    managed: [
      ...managedOverrides().map((one) => (one.id === SUCCESSOR['100030'] ? { ...one, enabled: false } : one)),
      { id: SUCCESSOR['100043'], action: 'log', enabled: true },
    ],
    core: coreOverrides().map((one) => ({ ...one, action: 'log' })),
  },
);

useMigratingZones({
  zones: [
    migratingZone('begun', { state: 'validation' }),
    migratingZone('adjusted', { state: 'validation', rules: ADJUSTED }),
    migratingZone('done', { plan: 'business', state: 'finished' }),
    migratingZone('ended', { state: 'finished', rules: ADJUSTED }),
  ],
});

afterEach(() => {
  rmSync(join(workspace.cwd, 'generated.tf'), { force: true });
  expect(writes()).toEqual([]);
});

const BLOCKS = {
  begun: validated(),
  adjusted: validated({ adjustments: ADJUSTMENTS }),
  done: finished('done'),
  ended: finished('ended', { adjustments: ADJUSTMENTS }),
};

/** The blocks that import these zones. */
const IMPORTS = Object.keys(BLOCKS).map((name) => ({ to: `${TYPE}.${name}`, id: zoneIdOf(name) }));

test('zones that have begun are imported by blocks, even without the acknowledgement that is no longer needed', async () => {
  migrations({ ...BLOCKS, done: { target_state: 'finished' } }, { import: IMPORTS });
  expect(printed(await workspace.plan())).toContain('4 to import, 0 to add, 0 to change, 0 to destroy');
  await settle();
  service.emulator.control.editRuleset(zoneIdOf('ended'), PHASE, (draft) => void (draft.rules = []));
  await rest();
});

testOnlyOn(
  engine.flavor === 'terraform' && GENERATES,
  'OpenTofu generates map keys that start with a digit without quotes, Terraform 1.16 looks for a wrong provider',
  'zones that have begun are imported into the configuration that the engine generates for them',
  async () => {
    migrations({}, { import: IMPORTS });
    const plan = await workspace.plan({ args: ['-generate-config-out=generated.tf'] });
    expect(printed(plan)).toContain('4 to import, 0 to add, 0 to change, 0 to destroy');
    await settle();
    const { rules, adjustments } = await attributesOf('adjusted');
    const shown = (rules as readonly { readonly action_parameters: string }[]).map((rule) => ({
      ...rule,
      action_parameters: JSON.parse(rule.action_parameters) as unknown,
    }));
    expect([shown, adjustments]).toMatchObject([ADJUSTED, ADJUSTMENTS]);
  },
);
