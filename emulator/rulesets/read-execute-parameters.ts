import type { Reader } from '../checks/reader';
import type { JsonObject } from '../checks/json-object';
import { readManagedRuleset } from './managed-ruleset-reference';
import { readOverrides } from './read-overrides';
import type { RuleContext } from './rule-context';

/** The only version that zones execute; answers have it also when it was not sent (docs/service.md 3.2). */
const EXECUTED_VERSION = 'latest';

/** Reads the parameters of `execute` (docs/service.md 6.1): which managed ruleset, and what is different in this zone. */
export function readExecuteParameters(reader: Reader, context: RuleContext): JsonObject | undefined {
  const members = reader.members(['id', 'version', 'overrides']);
  const id = members?.required('id');
  const ruleset = id && readManagedRuleset(id, context);
  members?.optional('version')?.oneOf([EXECUTED_VERSION]);
  const sent = members?.optional('overrides');
  // Overrides name rules and categories of the ruleset: they mean nothing without it.
  if (ruleset === undefined) return undefined;
  const overrides = sent && readOverrides(sent, ruleset);
  return { id: ruleset.id, version: EXECUTED_VERSION, ...(overrides && { overrides }) };
}
