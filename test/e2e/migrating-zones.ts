import { createHash } from 'node:crypto';
import type { SeedRule, SeedZone } from '../../emulator';
import { equivalentRules, type PreviousSettings } from './equivalent-rules';

export type PreviousWaf = NonNullable<SeedZone['previous_waf']>;

export interface MigratingZone extends PreviousSettings {
  /** @default 'enterprise' */
  readonly plan?: NonNullable<SeedZone['plan']>;
  /** @default 'start' */
  readonly state?: 'start' | 'validation' | 'finishing' | 'finished';
  /** When `finishing` ends, ISO 8601. @default - finish_seconds from the beginning */
  readonly finishesAt?: string;
  /** Rules of the new managed rules. @default - none in `start`, afterwards those equivalent to the previous ones */
  readonly rules?: readonly SeedRule[];
  /** Members of the previous configuration in the place of those of the full one, e.g. `uri_overrides`. */
  readonly previous?: PreviousWaf;
}

export const PHASE = 'http_request_firewall_managed';

/** The id of the zone with this name: 32 hexadecimal digits that follow from the name. */
export function zoneIdOf(name: string): string {
  return createHash('md5').update(name).digest('hex');
}

/** The zone with this name as messages of the provider call it. */
export function zoneText(name: string): string {
  return `${name}.example (${zoneIdOf(name)})`;
}

/**
 * The seed of a zone with a full previous configuration, in a plan and a state. `equivalentRules` of the same settings
 * are what it becomes.
 */
export function migratingZone(name: string, zone: MigratingZone = {}): SeedZone {
  const { plan = 'enterprise', state = 'start', finishesAt, previous } = zone;
  const rules = zone.rules ?? (state === 'start' ? undefined : equivalentRules(zone));
  return {
    id: zoneIdOf(name),
    name: `${name}.example`,
    plan,
    previous_waf: { ...fullPreviousWaf(zone), ...previous },
    migration: { state, ...(finishesAt === undefined ? {} : { finishes_at: finishesAt }) },
    ...(rules === undefined ? {} : { rulesets: [{ phase: PHASE, rules }] }),
  };
}

/** Every setting of docs/internals/service.md 7.3 set to something, and next to it what is not migrated. */
export function fullPreviousWaf({
  sensitivity = 'default',
  actionMode = 'challenge',
  contentManagement = 'on',
}: PreviousSettings = {}): PreviousWaf {
  return {
    core_rule_set: { sensitivity, action_mode: actionMode },
    groups: {
      cfda825dfda411ea218cb70e6c88e82e: contentManagement,
      [CORE_GROUP_OFF]: 'off',
    },
    rules: {
      '100015': 'simulate',
      '100016': 'disable',
      '100030': 'block',
      '100044': 'challenge',
      [CORE_RULE_OFF]: 'off',
    },
    firewall_rules: [
      {
        id: 'a'.repeat(32),
        description: 'the office',
        action: 'bypass',
        products: ['hot', 'waf'],
        expression: 'ip.src in {192.0.2.0/24}',
      },
      bypass('b', {}),
      bypass('c', { paused: true }),
      bypass('d', { products: ['rateLimit'] }),
      { id: 'e'.repeat(32), action: 'block', expression: 'http.host eq "e.example"' },
    ],
    page_rules: [
      pageRule('1', 1, 'https://example.com/*', { id: 'waf', value: 'off' }),
      pageRule('2', 2, 'https://example.com/admin/*', { id: 'waf', value: 'on' }),
      pageRule('3', 3, 'https://example.org/health', { id: 'disable_security' }),
      { ...pageRule('4', 4, 'https://example.net/*', { id: 'waf', value: 'off' }), status: 'disabled' },
    ],
  };
}

/** What of a full configuration is not migrated (docs/internals/service.md 7.3): as `not_carried_over` names it, by kind and id. */
export const LOSSES = [
  { kind: 'core_rule_set_group_override', id: '06d4fe0b66ec2b5a0b2ef2e1a5cb9bd1' },
  { kind: 'core_rule_set_rule_override', id: '981242' },
  { kind: 'page_rule_waf_off', id: '1'.repeat(32) },
] as const;

const [{ id: CORE_GROUP_OFF }, { id: CORE_RULE_OFF }] = LOSSES;

type FirewallRule = NonNullable<PreviousWaf['firewall_rules']>[number];

/** A firewall rule that bypasses the managed rules. @param digit its id, 32 times */
export function bypass(digit: string, more: Partial<FirewallRule>): FirewallRule {
  return {
    id: digit.repeat(32),
    action: 'bypass',
    products: ['waf'],
    expression: `http.host eq "${digit}.example"`,
    ...more,
  };
}

/** A URI-based override. @param digit its id, 32 times */
export function uriOverride(
  digit: string,
  more: object = {},
): NonNullable<PreviousWaf['uri_overrides']>[number] {
  return {
    id: digit.repeat(32),
    description: `upload ${digit}`,
    urls: [`example.com/upload-${digit}*`],
    rules: { '100016': 'simulate' },
    ...more,
  };
}

function pageRule(
  digit: string,
  priority: number,
  url: string,
  action: { readonly id: string; readonly value?: string },
): NonNullable<PreviousWaf['page_rules']>[number] {
  return { id: digit.repeat(32), url, actions: [action], priority };
}
