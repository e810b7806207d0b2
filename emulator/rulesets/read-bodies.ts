import { isObject } from '../checks/json';
import { type Checked, check } from '../checks/reader';
import * as is from '../checks/shape';
import { MODEL } from '../service/settings';
import { type Phase, PHASES } from './phases';
import { type RuleInput, readRuleItems, rulesOf } from './read-rules';
import type { RuleContext } from './managed-ruleset';
import type { Rule } from './ruleset';

/** The body of a creation (docs/internals/service.md 3.3). */
export interface NewRuleset {
  readonly name: string;
  readonly phase: Phase;
  readonly description: string;
  readonly rules: readonly RuleInput[];
}

/** The body of an update (docs/internals/service.md 3.3) and of an entry-point update (docs/internals/service.md 7.4). */
export interface RulesetChange {
  readonly name?: string;
  readonly kind?: string;
  readonly phase?: string;
  readonly description?: string;
  readonly rules?: readonly RuleInput[];
}

/** The name of a ruleset. */
export const NAME = is.text(/\S/, 'a name that is not blank');

/** The version of a ruleset in a seed (docs/internals/service.md 3.1). */
export const VERSION = is.text(/^[1-9]\d*$/, 'decimal digits in quotes');

export function readNewRuleset(body: unknown, contextOf: (phase: Phase) => RuleContext): Checked<NewRuleset> {
  const shape = is.dependent(({ phase: sent }) => {
    const phase = PHASES.find((known) => known === sent);
    return is.object({
      name: NAME,
      kind: is.oneOf(['zone']),
      phase: is.oneOf(PHASES),
      description: is.optional(is.text(), ''),
      rules: is.optional(phase ? rulesOrNull(contextOf(phase)) : () => undefined, []),
    });
  });
  return check(body, shape);
}

export function readRulesetUpdate(body: unknown, context: RuleContext): Checked<RulesetChange> {
  const members = {
    name: is.optional(is.text()),
    kind: is.optional(is.text()),
    phase: is.optional(is.text()),
  };
  return check(body, update(members, context));
}

/** `kind` and `phase` are not accepted: the path determines them (docs/internals/service.md 3.1). */
export function readEntryPointUpdate(body: unknown, context: RuleContext): Checked<RulesetChange> {
  return check(body, update({ name: is.optional(NAME) }, context));
}

/**
 * The rules may be absent only from an update of the description (docs/internals/service.md 3.2), unless the model makes them
 * optional.
 */
function update(
  identity: Readonly<Record<string, is.Optional<string, undefined>>>,
  context: RuleContext,
): is.Shape<RulesetChange> {
  const rules = rulesOrNull(context);
  const sentBack = is.ignored(is.text());
  return is.dependent(({ description }) =>
    is.object({
      // Clients send back whole rulesets that they read, also with what only the service sets.
      ...{ id: sentBack, version: sentBack, last_updated: sentBack },
      ...identity,
      description: is.optional(is.text()),
      rules:
        typeof description === 'string' || MODEL[context.settings.model].optionalRules
          ? is.optional(rules)
          : rules,
    }),
  );
}

/** The rules; null means none if the model makes them optional: client libraries send it (docs/internals/service.md 3.3). */
function rulesOrNull(context: RuleContext): is.Shape<readonly RuleInput[]> {
  const rules = rulesOf(context);
  return MODEL[context.settings.model].optionalRules ? is.nullAs([], rules) : rules;
}

/**
 * The body of an added or changed rule, and its place; returns all rules. Without a `position`, an added rule comes last
 * and a changed one stays where it is. A body replaces the whole rule except its id; one with only a `position` just moves
 * the rule (docs/internals/service.md 3.2).
 */
export function readSingleRule(
  body: unknown,
  stored: readonly Rule[],
  context: RuleContext,
  changed?: Rule,
): Checked<readonly RuleInput[]> {
  const others = stored.filter((rule) => rule !== changed);
  const unmoved = changed ? { index: stored.indexOf(changed) + 1 } : { after: '' };
  const { position = unmoved, ...sent } = isObject(body) ? body : {};
  const { id } = sent;
  const onlyMoved = isObject(body) && Object.keys(body).join() === 'position';
  const whole = changed && (onlyMoved ? changed : { ...sent, id: changed.id });
  return check(isObject(body) ? (whole ?? sent) : body, (reader) => {
    if (changed && id !== undefined && id !== '' && id !== changed.id)
      reader.with('id', id).refuse(`the path names the rule ${changed.id}`);
    // It is read last, so that it is at fault if two rules conflict.
    const rules = readRuleItems([...(reader.with('rules', others).items() ?? []), reader], context);
    const place = positionAmong(others)(reader.with('position', position));
    const read = rules?.at(-1);
    if (rules === undefined || read === undefined || place === undefined) return undefined;
    return rules.slice(0, -1).toSpliced(place, 0, read);
  });
}

const PLACES = ['before', 'after', 'index'] as const;

/**
 * The `position` of a single rule (docs/internals/service.md 3.2): before or after a rule, where an empty id means first or
 * last, or at an index that counts from 1. It becomes the number of the other rules that come before it.
 */
function positionAmong(others: readonly Rule[]): is.Shape<number> {
  const placeOf = (id: string): number => others.findIndex((rule) => rule.id === id);
  const id = is.refusedIf(is.text(), (sent) =>
    sent === '' || placeOf(sent) >= 0 ? undefined : 'the ruleset has no other rule with this id',
  );
  const last = others.length + 1;
  const index = is.refusedIf(is.count, (sent) =>
    sent >= 1 && sent <= last ? undefined : `it must be from 1 to ${last}`,
  );
  const position = is.object({
    before: is.optional(is.mapped(id, (sent) => (sent === '' ? 0 : placeOf(sent)))),
    after: is.optional(is.mapped(id, (sent) => (sent === '' ? others.length : placeOf(sent) + 1))),
    index: is.optional(is.mapped(index, (sent) => sent - 1)),
  });
  const one = is.also(position, (sent) => {
    if (PLACES.filter((name) => sent.has(name)).length !== 1)
      sent.refuse(`it must have exactly one of ${PLACES.join(', ')}`);
  });
  return is.mapped(one, ({ before, after, index: at }) => before ?? after ?? at);
}
