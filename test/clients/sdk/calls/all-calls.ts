import type { Model } from '../../running-emulator';
import type { Call } from '../call';
import { BEFORE_THE_ZONE } from './before-the-zone';
import { LOG_PUSH_CALLS } from './log-push';
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

/** Every call of the lane, in the order in which it is made. */
export function allCalls(model: Model): readonly Call[] {
  return [
    ...BEFORE_THE_ZONE,
    ...rulesetCalls({
      label: 'custom fields',
      phase: 'http_log_custom_fields',
      rule: FIELDS_RULE,
      second: { ...FIELDS_RULE, enabled: false },
    }),
    ...rulesetCalls({
      label: 'managed rules',
      phase: 'http_request_firewall_managed',
      rule: EXECUTE_RULE,
      second: SECOND_EXECUTE_RULE,
    }),
    ...storedPhaseCalls(),
    ...LOG_PUSH_CALLS,
    ...previousRules(model),
  ];
}

/** The life of a ruleset in each phase that the emulator only stores. */
function storedPhaseCalls(): readonly Call[] {
  return Object.entries(RULE_OF_STORED_PHASE).flatMap(([phase, rule]) => {
    const sent = { ...rule, expression: 'ip.src eq 192.0.2.7', enabled: true };
    return rulesetCalls({ label: phase, phase, rule: sent, second: { ...sent, enabled: false } });
  });
}
