import type { SeedRule, SeedZone } from '../../emulator';
import { beginAnew, declare, rest, service, useWorkspace, workspace } from './one-service';
import type { WorkspaceOptions } from '../support/workspace';
import { PHASE, zoneIdOf } from './migrating-zones';

export { PHASE };
export const ADDRESS = 'zone_managed_rules.main';

/** A zone that has finished its migration. */
export const ZONE = zoneIdOf('shop');

/** Managed rulesets and rules of the emulator's samples (docs/internals/service.md 6.3). */
export const MANAGED = 'efb7b8c949ac4650a09736fc376e9aee';
export const CORE = '4814384a9e5d4991b9815dcfc25d2f1f';
export const CREDENTIALS = 'c2e184081120413c86c3ab7e14069605';
export const WORDPRESS_RULE = '75a0060762034a6cb663fd51a02344cb';
export const SCANNER_RULE = '0242110ae62e44028a13bf4834780914';

export { calls, printed, refusal } from './one-service';
export { rest, service, workspace };

export function finishedZone(
  name: string,
  rules?: readonly SeedRule[],
  more: Partial<SeedZone> = {},
): SeedZone {
  return {
    id: zoneIdOf(name),
    name: `${name}.example`,
    plan: 'enterprise',
    migration: { state: 'finished' },
    ...(rules ? { rulesets: [{ phase: PHASE, rules }] } : {}),
    ...more,
  };
}

/** For the tests of a file: one emulator and one root module, each test beginning with the zone and an empty state. */
export function useManagedZone(startedBy: WorkspaceOptions['startedBy'], zone = finishedZone('shop')): void {
  useWorkspace({ seed: { zones: [zone] } }, { startedBy, declare: () => declare({}) });
  beforeEach(() => beginAnew());
}

/** Declares the rules of the zone as `main`, and what else there is. */
export function managed(rules: readonly object[], more: object = {}): void {
  declare({ zone_managed_rules: { main: { zone_id: ZONE, rules } } }, more);
}

export async function applyRules(rules: readonly object[], more: object = {}): Promise<void> {
  managed(rules, more);
  await workspace.applied();
  await rest();
}

/** The zone's entry point as the service has it. */
export const held = () =>
  service.emulator.control.zone(ZONE).rulesets.find(({ phase, kind }) => phase === PHASE && kind === 'zone');

/** Its rules without what the service adds. */
export function saved(): readonly object[] | undefined {
  return held()?.rules?.map(({ action, expression, enabled, description, action_parameters }) => ({
    action,
    ...(expression === 'true' ? {} : { expression }),
    ...(enabled ? {} : { enabled }),
    ...(description === '' ? {} : { description }),
    ...withoutLatest(action_parameters),
  }));
}

function withoutLatest({ version, ...rest }: Readonly<Record<string, unknown>> = {}): object {
  return version === undefined || version === 'latest' ? rest : { version, ...rest };
}

/** Saves rules as somebody else would. */
export function byHand(rules: readonly object[]): void {
  service.emulator.control.saveRuleset(ZONE, PHASE, { rules });
}

/** A declared rule that executes a managed ruleset. */
export const executes = (name: string, ruleset_id: string, more: object = {}, rule: object = {}): object => ({
  name,
  ...rule,
  execute: { ruleset_id, ...more },
});

/** Rules as somebody else makes them. */
export const execute = (id: string, more: object = {}, rule: object = {}) => ({
  action: 'execute',
  expression: 'true',
  action_parameters: { id, ...more },
  ...rule,
});
