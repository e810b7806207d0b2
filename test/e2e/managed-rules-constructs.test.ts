import { ManagedRuleset } from '../../lib';
import { service, useService } from './one-service';
import { typescriptExample } from './example-workspace';
import { migratingZone, PHASE, zoneIdOf } from './migrating-zones';
import { printed } from './migration-workspace';
import { driftOf } from './no-drift';

/** `ManagedRules` on the engine: what several teams declare, of a zone with the rules of a migration. */

const { CLOUDFLARE, OWASP } = ManagedRuleset;
const RULE = '5de7edfa648c4d6891dc3e7f84534ffa';
const TEAMS = zoneIdOf('teams');

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

useService({ seed: { zones: [migratingZone('teams', { state: 'finished', rules: SAVED })] } });

function rulesNow(): readonly Readonly<Record<string, unknown>>[] {
  const { rulesets } = service.emulator.control.zone(TEAMS);
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
    rulesNow().map(({ action, expression, action_parameters }) => ({
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
  expect(rulesNow()).toEqual([]);
});
