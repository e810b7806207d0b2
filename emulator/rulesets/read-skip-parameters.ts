import { isObject } from '../checks/json-object';
import type { Reader } from '../checks/reader';
import type { JsonObject } from '../checks/json-object';
import { readManagedRule, readManagedRuleset } from './managed-ruleset-reference';
import type { RuleContext } from './rule-context';

/** What a `skip` rule can skip: everything after it, whole managed rulesets, or rules of them (docs/service.md 6.2). */
const SKIPPED = ['ruleset', 'rulesets', 'rules'] as const;

/** Reads the parameters of `skip`: exactly one of the three. */
export function readSkipParameters(reader: Reader, context: RuleContext): JsonObject | undefined {
  const members = reader.members(SKIPPED);
  if (members === undefined) return undefined;
  const sent = SKIPPED.filter((name) => members.optional(name) !== undefined);
  if (sent.length !== 1) return reader.refuse(`it must have exactly one of ${SKIPPED.join(', ')}`);
  const ruleset = members.optional('ruleset')?.oneOf(['current']);
  const rulesets = members.optional('rulesets');
  const rules = members.optional('rules');
  return {
    ...(ruleset && { ruleset }),
    ...(rulesets && { rulesets: readIds(rulesets, (item) => readManagedRuleset(item, context)?.id) }),
    ...(rules && { rules: readRules(rules, context) }),
  };
}

/** Lists of rule ids by the id of their managed ruleset. A rule must belong to its ruleset (docs/service.md 6.3). */
function readRules(reader: Reader, context: RuleContext): JsonObject | undefined {
  const { value } = reader;
  if (!isObject(value)) return reader.refuse('it must be an object of lists of rule ids by ruleset id');
  const ids = Object.keys(value);
  if (ids.length === 0) return reader.refuse('it must name at least one managed ruleset');
  const lists = ids.map((id) => {
    const ruleset = readManagedRuleset(reader.with(id, id), context);
    const list = ruleset && readIds(reader.member(id), (item) => readManagedRule(item, ruleset)?.id);
    return [id, list] as const;
  });
  return Object.fromEntries(lists);
}

function readIds(reader: Reader, read: (item: Reader) => string | undefined): readonly string[] | undefined {
  const items = reader.items();
  if (items?.length === 0) return reader.refuse('a list that is present must have at least one item');
  const seen = new Set<string>();
  return items?.flatMap((item) => {
    const id = read(item);
    if (id === undefined) return [];
    if (seen.has(id)) item.refuse('the list has it twice');
    seen.add(id);
    return [id];
  });
}
