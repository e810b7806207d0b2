import { isObject, present } from '../checks/json';
import { type Checked, type Members, type Reader, check } from '../checks/reader';
import { MODEL } from '../service/settings';
import { type Phase, PHASES } from './phases';
import { type RuleInput, readRuleItems, readRules } from './read-rules';
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

// Clients send back whole rulesets that they read; members that only the service sets are accepted and ignored.
const SET_BY_SERVICE = ['id', 'version', 'last_updated'] as const;

export function readNewRuleset(body: unknown, contextOf: (phase: Phase) => RuleContext): Checked<NewRuleset> {
  return check(body, (reader) => {
    const members = reader.members(['name', 'kind', 'phase', 'description', 'rules']);
    const name = readName(members?.required('name'));
    const kind = members?.required('kind')?.oneOf(['zone']);
    const phase = members?.required('phase')?.oneOf(PHASES);
    const description = members?.optional('description')?.string() ?? '';
    const sent = members?.optional('rules');
    const rules = phase && sent ? readRuleList(sent, contextOf(phase)) : [];
    if (!name || !kind || !phase || !rules) return undefined;
    return { name, phase, description, rules };
  });
}

export function readRulesetUpdate(body: unknown, context: RuleContext): Checked<RulesetChange> {
  return check(body, (reader) => {
    const members = reader.members([...SET_BY_SERVICE, 'name', 'kind', 'phase', 'description', 'rules']);
    if (members === undefined) return undefined;
    readSetByService(members);
    const name = members.optional('name')?.string();
    const kind = members.optional('kind')?.string();
    const phase = members.optional('phase')?.string();
    return { ...present({ name, kind, phase }), ...readContent(members, context), ...reader.future() };
  });
}

/** `kind` and `phase` are not accepted: the path determines them (docs/internals/service.md 3.1). */
export function readEntryPointUpdate(body: unknown, context: RuleContext): Checked<RulesetChange> {
  return check(body, (reader) => {
    const members = reader.members([...SET_BY_SERVICE, 'name', 'description', 'rules']);
    if (members === undefined) return undefined;
    readSetByService(members);
    const name = readName(members.optional('name'));
    return { ...present({ name }), ...readContent(members, context), ...reader.future() };
  });
}

function readName(reader: Reader | undefined): string | undefined {
  return reader?.matching(/\S/, 'a name that is not blank');
}

function readSetByService(members: Members<(typeof SET_BY_SERVICE)[number]>): void {
  for (const name of SET_BY_SERVICE) members.optional(name)?.string();
}

/**
 * The rules may be absent only from an update of the description (docs/internals/service.md 3.2), unless the model makes them
 * optional.
 */
function readContent(members: Members<'description' | 'rules'>, context: RuleContext): RulesetChange {
  const description = members.optional('description')?.string();
  const optional = description !== undefined || MODEL[context.settings.model].optionalRules;
  const sent = optional ? members.optional('rules') : members.required('rules');
  const rules = sent && readRuleList(sent, context);
  return present({ description, rules });
}

/** The rules; null means none if the model makes them optional: client libraries send it (docs/internals/service.md 3.3). */
function readRuleList(reader: Reader, context: RuleContext): readonly RuleInput[] | undefined {
  return MODEL[context.settings.model].optionalRules && reader.value === null
    ? []
    : readRules(reader, context);
}

/**
 * The body of an added rule: the rule and its place; without a `position`, at the end
 * (docs/internals/service.md 3.2).
 */
export function readAddedRule(
  body: unknown,
  stored: readonly Rule[],
  context: RuleContext,
): Checked<readonly RuleInput[]> {
  const { rule, position = LAST } = withoutPosition(body);
  return check(rule, (reader) => readIntoPlace(reader, stored, position, context));
}

/**
 * The body of a changed rule. It replaces the whole rule except its id, and moves it only with a `position`; a body
 * with only a `position` just moves the rule (docs/internals/service.md 3.2).
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

/** All rules, including the read one. It is read last, so that it is at fault if two rules conflict. */
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

const PLACES = ['before', 'after', 'index'] as const;

/**
 * Reads the `position` of a single rule (docs/internals/service.md 3.2): before or after a rule, where an empty id means
 * first or last, or at an index that counts from 1. Returns how many of the other rules come before it.
 */
function readPosition(reader: Reader, others: readonly Rule[]): number | undefined {
  const members = reader.members(PLACES);
  if (members === undefined) return undefined;
  const sent = PLACES.filter((name) => members.optional(name) !== undefined);
  if (sent.length !== 1) return reader.refuse(`it must have exactly one of ${PLACES.join(', ')}`);
  const before = members.optional('before');
  if (before !== undefined) return before.value === '' ? 0 : placeOf(before, others);
  const after = members.optional('after');
  if (after !== undefined) return after.value === '' ? others.length : follow(placeOf(after, others));
  const index = members.optional('index');
  return index && readIndex(index, others.length + 1);
}

function placeOf(reader: Reader, others: readonly Rule[]): number | undefined {
  const id = reader.string();
  if (id === undefined) return undefined;
  const place = others.findIndex((rule) => rule.id === id);
  return place === -1 ? reader.refuse('the ruleset has no other rule with this id') : place;
}

function follow(place: number | undefined): number | undefined {
  return place === undefined ? undefined : place + 1;
}

function readIndex(reader: Reader, last: number): number | undefined {
  const index = reader.count();
  if (index === undefined) return undefined;
  return index >= 1 && index <= last ? index - 1 : reader.refuse(`it must be from 1 to ${last}`);
}
