import type { Reader } from '../checks/reader';
import type { CoreRuleSet } from './previous-waf';
import { CORE_ACTION_MODES, CORE_SENSITIVITIES } from './previous-waf';

const CORE_RULE_SET_MEMBERS = ['sensitivity', 'action_mode'] as const;

/** The settings that the reader's document changes; a sensitivity `default` takes a chosen one back. */
export function readCoreRuleSet(reader: Reader, present: CoreRuleSet): CoreRuleSet | undefined {
  const members = reader.members(CORE_RULE_SET_MEMBERS);
  if (members === undefined) return undefined;
  const sensitivity = members.optional('sensitivity');
  const actionMode = members.optional('action_mode');
  if (sensitivity === undefined && actionMode === undefined)
    return reader.refuse(`at least one of ${CORE_RULE_SET_MEMBERS.join(', ')} must be present`);
  return {
    sensitivity: sensitivity?.oneOf(CORE_SENSITIVITIES) ?? present.sensitivity,
    actionMode: actionMode?.oneOf(CORE_ACTION_MODES) ?? present.actionMode,
  };
}

/** The settings as the package answers them: a sensitivity that nobody chose is high (docs/service.md 7.7). */
export function shownCoreRuleSet({ sensitivity, actionMode }: CoreRuleSet): Readonly<Record<string, string>> {
  return { sensitivity: sensitivity === 'default' ? 'high' : sensitivity, action_mode: actionMode };
}
