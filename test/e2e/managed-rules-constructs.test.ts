import type { TerraformStack } from 'cdktf';
import { ManagedRules, ManagedRulesMigration, ManagedRuleset, ZoneProvider } from '../../lib';
import { synth, testStack } from '../lib/synth';
import { service, useService, writes } from './one-service';
import { createWorkspace, type Workspace } from '../support/workspace';
import { typescriptExample } from './example-workspace';
import { migratingZone, PHASE, zoneIdOf } from './migrating-zones';
import { printed } from './migration-workspace';
import { driftOf, stateText } from './no-drift';

/** `ManagedRules` on the engine: what several teams declare, and what it takes over from a migration. */

const { CLOUDFLARE, OWASP } = ManagedRuleset;
const RULE = '5de7edfa648c4d6891dc3e7f84534ffa';
const [TEAMS, HANDED] = ['teams', 'handed'].map(zoneIdOf) as [string, string];

/** What the migrations saved. */
const SAVED = [
  {
    action: 'skip',
    expression: 'http.host eq "a.example"',
    description: 'Firewall rule',
    action_parameters: { ruleset: 'current' },
  },
  {
    action: 'execute',
    expression: 'true',
    action_parameters: { id: CLOUDFLARE, overrides: { rules: [{ id: RULE, action: 'block' }] } },
  },
] as const;

const ZONES = ['teams', 'handed'].map((name) => migratingZone(name, { state: 'finished', rules: SAVED }));
useService({ seed: { zones: ZONES } });

function rulesOf(zoneId: string): readonly Readonly<Record<string, unknown>>[] {
  const { rulesets } = service.emulator.control.zone(zoneId);
  return (rulesets.find(({ phase }) => phase === PHASE)?.rules ?? []) as never;
}

test('the managed-rules example deploys what several teams declare, in their order', async () => {
  const example = typescriptExample(service, 'managed-rules');
  example.synthesize({ ZONE_ID: TEAMS });
  const workspace = await example.workspace({}, 'workspace');
  await workspace.ready();
  const refused = await workspace.plan();
  expect([refused.exitCode, printed(refused)]).toEqual([1, expect.stringContaining('import {')]);
  example.synthesize({ ZONE_ID: TEAMS, AFTER_MIGRATION: 'true' });
  await workspace.applied();
  expect(await driftOf(workspace)).toEqual({ plan: 0, refreshOnly: 0, changed: [], isFileSame: true });
  expect(
    rulesOf(TEAMS).map(({ action, expression, action_parameters }) => ({
      action,
      expression,
      action_parameters,
    })),
  ).toEqual([
    {
      action: 'skip',
      expression: 'http.request.uri.path eq "/upload"',
      action_parameters: { rulesets: [OWASP] },
    },
    { action: 'skip', expression: 'ip.src in {192.0.2.0/24}', action_parameters: { ruleset: 'current' } },
    {
      action: 'execute',
      expression: 'true',
      action_parameters: expect.objectContaining({
        id: CLOUDFLARE,
        overrides: {
          categories: [{ category: 'wordpress', action: 'block', enabled: true }],
          rules: [{ id: RULE, enabled: false }],
        },
      }) as unknown,
    },
    {
      action: 'execute',
      expression: 'true',
      action_parameters: expect.objectContaining({
        id: OWASP,
        overrides: {
          categories: [
            { category: 'paranoia-level-3', enabled: false },
            { category: 'paranoia-level-4', enabled: false },
          ],
          rules: [
            { id: '6179ae15870a4bb7b2d480d4843b323c', action: 'managed_challenge', score_threshold: 40 },
          ],
        },
      }) as unknown,
    },
  ]);
  expect((await workspace.destroy()).exitCode).toBe(0);
  expect(rulesOf(TEAMS)).toEqual([]);
});

describe('managed rules that a migration saved', () => {
  let workspace: Workspace;

  function write(declare: (stack: TerraformStack) => void): void {
    const stack = testStack();
    new ZoneProvider(stack, 'zone', { maxRequestsPerSecond: 1000 });
    declare(stack);
    workspace.write('main.tf.json', JSON.stringify(synth(stack)));
  }

  beforeAll(async () => {
    workspace = await createWorkspace({ env: service.env, startedBy: 'workspace' });
    write((stack) => {
      const adjustments = { [CLOUDFLARE]: { [RULE]: { action: 'block' } } } as const;
      new ManagedRulesMigration(stack, 'migration', { zoneId: HANDED, targetState: 'finished', adjustments });
    });
    await workspace.ready();
    await workspace.applied();
  });

  test('are handed over by two lines, without a write at the service', async () => {
    const before = { rules: rulesOf(HANDED), writes: writes().length };
    write((stack) => {
      ManagedRulesMigration.forget(stack, 'zone_managed_rules_migration.migration');
      new ManagedRules(stack, 'rules', {
        zoneId: HANDED,
        rules: [
          {
            name: 'firewall_rule',
            expression: 'http.host eq "a.example"',
            description: 'Firewall rule',
            skip: { ruleset: 'current' },
          },
          {
            name: 'cloudflare_managed_ruleset',
            execute: { rulesetId: CLOUDFLARE, overrides: { rules: { [RULE]: { action: 'block' } } } },
          },
        ],
      }).importFrom();
    });
    await workspace.applied();
    expect(await driftOf(workspace)).toEqual({ plan: 0, refreshOnly: 0, changed: [], isFileSame: true });
    expect({ rules: rulesOf(HANDED), writes: writes().length }).toEqual(before);
    const { resources } = JSON.parse(stateText(workspace)) as {
      readonly resources: readonly { readonly type: string }[];
    };
    expect(resources.map(({ type }) => type)).toEqual(['zone_managed_rules']);
  });
});
