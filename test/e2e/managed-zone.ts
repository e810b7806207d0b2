import type { SeedRule, SeedZone, StartOptions } from '../../emulator';
import { beginAnew, declare, rest, service, useWorkspace, workspace } from './one-service';
import type { TestService, WorkspaceOptions } from '../support/workspace';
import { PHASE, zoneIdOf } from './migrating-zones';

export { PHASE };
export const ADDRESS = 'zone_managed_rules.main';

/** A zone that has finished its migration, and others that have not, or not yet. */
export const ZONE = zoneIdOf('shop');
export const OTHER_ZONE = zoneIdOf('blog');

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

/** For the tests of a file: one emulator and one root module, each test beginning with new zones and an empty state. */
export function useManagedZone(
  startedBy: WorkspaceOptions['startedBy'],
  zones: readonly SeedZone[] = [finishedZone('shop'), finishedZone('blog')],
  options: StartOptions = {},
): void {
  useWorkspace({ ...options, seed: { zones } }, { startedBy, declare: () => declare({}) });
  beforeEach(() => beginAnew());
}

/** Declares the rules of the zone as `main`, and what else there is. */
export function managed(rules: readonly object[], more: object = {}, zone_id = ZONE): void {
  declare({ zone_managed_rules: { main: { zone_id, rules } } }, more);
}

export async function applyRules(rules: readonly object[], more: object = {}): Promise<void> {
  managed(rules, more);
  await workspace.applied();
  await rest();
}

/** The zone's entry point as the service has it. */
export function held(
  zoneId = ZONE,
): ReturnType<TestService['emulator']['control']['zones']>[0]['rulesets'][0] | undefined {
  const zone = service.emulator.control.zones().find(({ id }) => id === zoneId);
  return zone?.rulesets.find(({ phase, kind }) => phase === PHASE && kind === 'zone');
}

/** Its rules without what the service adds. */
export function saved(zoneId = ZONE): readonly object[] | undefined {
  return held(zoneId)?.rules.map(({ action, expression, enabled, description, action_parameters }) => ({
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
export function byHand(rules: readonly object[], zoneId = ZONE): void {
  service.emulator.control.saveRuleset(zoneId, PHASE, { rules });
}

/** A declared rule that executes a managed ruleset. */
export const executes = (name: string, ruleset_id: string, more: object = {}, rule: object = {}): object => ({
  name,
  ...rule,
  execute: { ruleset_id, ...more },
});

/** A zone's rules with one. */
export const MANAGED_ONLY = [executes('cloudflare', MANAGED)];

/** Rules as somebody else makes them. */
export const execute = (id: string, more: object = {}, rule: object = {}) => ({
  action: 'execute',
  expression: 'true',
  action_parameters: { id, ...more },
  ...rule,
});
export const skip = (action_parameters: object, more: object = {}): object => ({
  action: 'skip',
  expression: 'ssl',
  action_parameters,
  ...more,
});
