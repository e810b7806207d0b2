import type { Model } from '../../running-emulator';
import { ZONE_ID } from '../../seed';
import type { Arguments, Call, Earlier } from '../call';
import { BEFORE_THE_ZONE } from './before-the-zone';
import { logPushCalls } from './log-push';
import { previousRules } from './previous-rules';
import { rulesetCalls } from './rulesets';
import { RULE_OF_STORED_PHASE } from './stored-phases';

/** Two managed rulesets of the service (docs/internals/service.md 6.3). */
const MANAGED_RULESET_ID = 'efb7b8c949ac4650a09736fc376e9aee';
const CORE_RULESET_ID = '4814384a9e5d4991b9815dcfc25d2f1f';

const EXECUTE_RULE = {
  action: 'execute',
  expression: 'true',
  enabled: true,
  action_parameters: { id: MANAGED_RULESET_ID, overrides: { action: 'log', enabled: true } },
};
const SECOND_EXECUTE_RULE = {
  ...EXECUTE_RULE,
  enabled: false,
  action_parameters: { id: CORE_RULESET_ID },
};
const FIELDS_RULE = {
  action: 'log_custom_field',
  expression: 'true',
  enabled: true,
  action_parameters: { request_fields: [{ name: 'x-request-id' }] },
};

/** Rules of an account act on Enterprise zones only, and their expression says so. */
const OF_ENTERPRISE = { expression: '(http.host eq "example.com") and cf.zone.plan eq "ENT"' };

const zone = (): Arguments => ({ zone_id: ZONE_ID });
const account = (earlier: Earlier): Arguments => ({ account_id: earlier.member('zone', 'account', 'id') });

/** Every call of the lane, in the order in which it is made. */
export function allCalls(model: Model): readonly Call[] {
  return [
    ...BEFORE_THE_ZONE,
    ...rulesetCalls({
      label: 'zone, custom fields',
      scope: zone,
      kind: 'zone',
      phase: 'http_log_custom_fields',
      rule: FIELDS_RULE,
      second: { ...FIELDS_RULE, enabled: false },
    }),
    ...rulesetCalls({
      label: 'zone, managed rules',
      scope: zone,
      kind: 'zone',
      phase: 'http_request_firewall_managed',
      rule: EXECUTE_RULE,
      second: SECOND_EXECUTE_RULE,
    }),
    ...rulesetCalls({
      label: 'account, managed rules',
      scope: account,
      kind: 'root',
      phase: 'http_request_firewall_managed',
      rule: { ...EXECUTE_RULE, ...OF_ENTERPRISE },
      second: { ...SECOND_EXECUTE_RULE, ...OF_ENTERPRISE },
    }),
    ...storedPhaseCalls(),
    ...logPushCalls({ label: 'zone', scope: zone, dataset: 'http_requests', field: 'RayID' }),
    ...logPushCalls({ label: 'account', scope: account, dataset: 'audit_logs', field: 'ActionType' }),
    ...previousRules(model),
  ];
}

/** The life of a ruleset of the zone, and of one of the account, in each phase that the emulator only stores. */
function storedPhaseCalls(): readonly Call[] {
  return Object.entries(RULE_OF_STORED_PHASE).flatMap(([phase, rule]) =>
    [
      { label: `zone, ${phase}`, scope: zone, kind: 'zone' as const, expression: 'ip.src eq 192.0.2.7' },
      { label: `account, ${phase}`, scope: account, kind: 'root' as const, ...OF_ENTERPRISE },
    ].flatMap(({ expression, ...of }) => {
      const sent = { ...rule, expression, enabled: true };
      return rulesetCalls({ ...of, phase, rule: sent, second: { ...sent, enabled: false } });
    }),
  );
}
