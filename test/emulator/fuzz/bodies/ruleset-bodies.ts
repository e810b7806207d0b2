import type { ZoneDocument } from '../../../../emulator';
import {
  CORE_RULESET_ID,
  CORE_SCORE_RULE_ID,
  MANAGED_RULESET_ID,
} from '../../../../emulator/rulesets/sample-managed-rulesets';
import { FUZZED_PHASES } from '../paths';

type Parts = Readonly<Record<string, string>>;

const PATH_TRAVERSAL = '8f3a52c1a5b84f4e8a1f6d8f2b0c4e11';

function fields(...names: readonly string[]): unknown {
  return {
    action: 'log_custom_field',
    expression: 'true',
    action_parameters: { request_fields: names.map((name) => ({ name })) },
  };
}

const FIELD_RULES: readonly unknown[] = [
  fields('accept', 'referer'),
  { ...(fields('x-a') as object), id: '', ref: '', version: '', enabled: false, description: 'd' },
  {
    action: 'log_custom_field',
    expression: 'true',
    action_parameters: {
      request_fields: [{ name: 'user-agent' }],
      response_fields: [{ name: 'server' }],
      cookie_fields: [{ name: 'Session' }, { name: '__proto__' }],
    },
  },
  fields(...Array.from({ length: 39 }, (_, index) => `x-${index}`)),
];

const MANAGED_RULES: readonly unknown[] = [
  { action: 'execute', expression: 'true', action_parameters: { id: MANAGED_RULESET_ID } },
  {
    action: 'execute',
    expression: 'true',
    description: 'Core',
    action_parameters: {
      id: CORE_RULESET_ID,
      version: 'latest',
      overrides: {
        action: 'log',
        categories: [{ category: 'paranoia-level-3', enabled: false }],
        rules: [{ id: CORE_SCORE_RULE_ID, action: 'block', score_threshold: 25, sensitivity_level: 'low' }],
      },
    },
  },
  {
    action: 'skip',
    expression: 'http.host eq "a.example"',
    action_parameters: { ruleset: 'current' },
    logging: { enabled: true },
  },
  { action: 'skip', expression: 'true', enabled: false, action_parameters: { rulesets: [CORE_RULESET_ID] } },
  {
    action: 'skip',
    expression: 'true',
    action_parameters: { rules: { [MANAGED_RULESET_ID]: [PATH_TRAVERSAL] } },
  },
  { action: 'execute', expression: 'true', enabled: false, action_parameters: { id: MANAGED_RULESET_ID } },
  {
    action: 'execute',
    expression: 'true',
    action_parameters: {
      id: 'a'.repeat(32),
      version: '7',
      matched_data: { public_key: 'key' },
      overrides: {
        categories: [{ category: 'any', action: 'block' }],
        rules: [{ id: 'b'.repeat(32), enabled: true }],
      },
    },
  },
  {
    action: 'skip',
    expression: 'true',
    action_parameters: {
      rulesets: ['c'.repeat(32)],
      rules: { [MANAGED_RULESET_ID]: [] },
      products: ['bic', 'waf'],
    },
  },
];

/** Rules of a phase that is only stored. */
const STORED_RULES: readonly unknown[] = [
  { action: 'block', expression: 'true', ratelimit: { characteristics: ['ip.src'], period: 10 } },
  { action: 'log', expression: 'http.host ne ""', ref: 'mine', enabled: false, exposed_credential_check: {} },
  {
    action: 'skip',
    expression: 'true',
    action_parameters: { phases: ['http_ratelimit'], deep: [[{ a: null }]] },
  },
  { action: 'execute', expression: 'true', action_parameters: { id: 'a'.repeat(32) } },
];

function rulesFor(phase: string | undefined): readonly unknown[] {
  if (phase === 'http_ratelimit') return STORED_RULES;
  if (phase !== 'http_request_firewall_managed') return FIELD_RULES;
  return MANAGED_RULES;
}

/** Lists of rules for the phase: none, each by itself, several, and those that are stored. */
function ruleLists(phase: string | undefined, stored: readonly unknown[]): readonly (readonly unknown[])[] {
  const rules = rulesFor(phase);
  return [stored, stored.toReversed(), [], rules.slice(0, 3), ...rules.map((rule) => [rule])];
}

function positions(ids: readonly (string | undefined)[]): readonly unknown[] {
  return [{ index: 1 }, { before: '' }, { after: '' }, { before: ids[0] ?? '' }, { after: ids[1] ?? '' }];
}

/** Bodies that the ruleset operation takes, or would in another state of the zone. */
export function rulesetBodies(operation: string, zone: ZoneDocument, parts: Parts): readonly unknown[] {
  const stored = zone.rulesets.find(
    (ruleset) =>
      ruleset.id === parts['ruleset_id'] || (ruleset.kind === 'zone' && ruleset.phase === parts['phase']),
  );
  const phase = stored?.phase ?? parts['phase'];
  const storedRules = stored?.rules ?? [];
  const ids = storedRules.map(({ id }) => id);
  switch (operation) {
    case 'rulesets.create':
      return [
        ...FUZZED_PHASES.flatMap((created) =>
          ruleLists(created, []).map((rules) => ({ name: 'n', kind: 'zone', phase: created, rules })),
        ),
        { name: 'n', kind: 'custom', phase: 'http_ratelimit', rules: STORED_RULES },
      ];
    case 'rulesets.update':
    case 'rulesets.entrypoint.update':
      return [...ruleLists(phase, storedRules).map((rules) => ({ rules })), { description: 'only' }];
    case 'rulesets.rules.create':
      return rulesFor(phase).flatMap((rule, index) => [
        rule,
        { ...(rule as object), position: positions(ids)[index % 5] },
      ]);
    case 'rulesets.rules.update':
      return [...positions(ids).map((position) => ({ position })), ...rulesFor(phase), ...storedRules];
    default:
      throw new Error(`Nothing says what body ${operation} takes.`);
  }
}
