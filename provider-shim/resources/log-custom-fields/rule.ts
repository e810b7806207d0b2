import { ACTION_LOG_CUSTOM_FIELD, EXPRESSION_ALWAYS, FIELD_LISTS, type FieldList } from '../../../schema';
import type { Rule, RuleInput, Ruleset } from '../../api';
import type { Fields } from './fields';

/** The member of `action_parameters` that holds each list (spec 2.4). */
const WIRE_LISTS: Readonly<Record<FieldList, string>> = {
  request_headers: 'request_fields',
  response_headers: 'response_fields',
  cookies: 'cookie_fields',
};

/** One name of a list at the service. The living service keeps more beside it, which we leave as it is. */
interface Item {
  readonly name: string;
  readonly [member: string]: unknown;
}

/**
 * What a zone's ruleset logs; undefined when it has no rule. The specification has one rule; where others made
 * several, what they log together is told, so that a plan shows all that it would change.
 */
export function fieldsOf(ruleset: Ruleset): Fields | undefined {
  if (ruleset.rules.length === 0) return undefined;
  const enabled = ruleset.rules.filter((rule) => rule.enabled !== false);
  const telling = enabled.length > 0 ? enabled : ruleset.rules;
  const names = (list: FieldList): readonly string[] => [
    ...new Set(telling.flatMap((rule) => items(rule, list).map(({ name }) => name.normalize('NFC')))),
  ];
  return {
    request_headers: names('request_headers'),
    response_headers: names('response_headers'),
    cookies: names('cookies'),
    description: telling[0]?.description ?? '',
    enabled: enabled.length > 0,
  };
}

/**
 * The rule that logs these fields (spec 2.3, 2.4). What the present rule has and a user cannot write here stays: its
 * identity, further lists of the living service, and what it keeps beside a name.
 */
export function ruleFor(fields: Fields, ruleset: Ruleset | undefined): RuleInput {
  const present = ruleset?.rules.find(({ action }) => action === ACTION_LOG_CUSTOM_FIELD);
  const others = Object.entries(present?.action_parameters ?? {}).filter(
    ([member]) => !Object.values(WIRE_LISTS).includes(member),
  );
  const lists = FIELD_LISTS.filter((list) => fields[list].length > 0).map((list) => [
    WIRE_LISTS[list],
    itemsFor(fields[list], present ? items(present, list) : []),
  ]);
  return {
    ...(present?.id ? { id: present.id } : {}),
    ...(present?.ref ? { ref: present.ref } : {}),
    action: ACTION_LOG_CUSTOM_FIELD,
    expression: EXPRESSION_ALWAYS,
    description: fields.description,
    enabled: fields.enabled,
    action_parameters: Object.fromEntries([...others, ...lists]),
  };
}

/** Names that were there keep their place and what is beside them; new ones follow in alphabetical order. */
function itemsFor(names: readonly string[], present: readonly Item[]): readonly Item[] {
  const kept = present.filter(({ name }) => names.includes(name));
  const added = names.filter((name) => !kept.some((item) => item.name === name));
  return [...kept, ...[...added].sort().map((name) => ({ name }))];
}

function items(rule: Rule, list: FieldList): readonly Item[] {
  const found = rule.action_parameters?.[WIRE_LISTS[list]];
  return Array.isArray(found) ? found.filter(isItem) : [];
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string';
}
