import { isObject } from '../checks/json-object';
import type { Checked } from '../checks/problem';
import type { Reader } from '../checks/reader';
import { check } from '../checks/reader';
import type { Rule } from '../service/ruleset';
import { readPosition } from './read-position';
import type { RuleInput } from './read-rules';
import { readRuleItems } from './read-rules';
import type { RuleContext } from './rule-context';

/** The body of an added rule: the rule, and where it goes; without a `position` to the end (docs/service.md 3.2). */
export function readAddedRule(
  body: unknown,
  stored: readonly Rule[],
  context: RuleContext,
): Checked<readonly RuleInput[]> {
  const { rule, position = LAST } = withoutPosition(body);
  return check(rule, (reader) => readIntoPlace(reader, stored, position, context));
}

/**
 * The body of a changed rule. It replaces the whole rule but its id, and moves it only with a `position`; a
 * body of a `position` alone moves the rule as it is (docs/service.md 3.2).
 */
export function readChangedRule(
  body: unknown,
  stored: readonly Rule[],
  changed: Rule,
  context: RuleContext,
): Checked<readonly RuleInput[]> {
  const { rule, position } = withoutPosition(body);
  const place = position === undefined ? { index: stored.indexOf(changed) + 1 } : position;
  const others = stored.filter((other) => other !== changed);
  return check(position !== undefined && isEmpty(rule) ? changed : named(rule, changed.id), (reader) => {
    const id = idOf(rule);
    if (id !== undefined && id !== '' && id !== changed.id)
      reader.with('id', id).refuse(`the path names the rule ${changed.id}`);
    return readIntoPlace(reader, others, place, context);
  });
}

const LAST = { after: '' };

/** All rules with the read one among them. It is read last: where two cannot be together, it is at fault. */
function readIntoPlace(
  reader: Reader,
  others: readonly Rule[],
  position: unknown,
  context: RuleContext,
): readonly RuleInput[] | undefined {
  const rules = readRuleItems([...(reader.with('rules', others).items() ?? []), reader], context);
  const place = readPosition(reader.with('position', position), others);
  const read = rules?.at(-1);
  if (rules === undefined || read === undefined || place === undefined) return undefined;
  return rules.slice(0, -1).toSpliced(place, 0, read);
}

function withoutPosition(body: unknown): { readonly rule: unknown; readonly position?: unknown } {
  if (!isObject(body) || !Object.hasOwn(body, 'position')) return { rule: body };
  const { position, ...rule } = body;
  return { rule, position };
}

function named(rule: unknown, id: string): unknown {
  return isObject(rule) ? { ...rule, id } : rule;
}

function idOf(rule: unknown): unknown {
  return isObject(rule) && Object.hasOwn(rule, 'id') ? rule['id'] : undefined;
}

function isEmpty(rule: unknown): boolean {
  return isObject(rule) && Object.keys(rule).length === 0;
}
