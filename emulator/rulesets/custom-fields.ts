import type { JsonObject } from '../checks/json';
import type { Reader } from '../checks/reader';
import * as is from '../checks/shape';
import { unused } from '../service/identifiers';
import type { Model } from '../service/settings';

/** One of the lists of names in the parameters of `log_custom_field` (docs/internals/service.md 4.1). */
interface FieldList {
  readonly member: string;
  readonly name: is.Shape<string>;
  /** Items may carry `preserve_duplicates` (docs/internals/service.md 4.2). */
  readonly duplicates?: true;
  /**
   * A name must not be in both this list and that one, which is before it: a header is logged either raw or transformed
   * (docs/internals/service.md 1.2).
   */
  readonly excludes?: string;
}

interface FieldRules {
  readonly lists: readonly FieldList[];
  readonly limit: { readonly names: number; readonly over: 'all lists' | 'each list' };
}

const NAME_FORM = 'a name: letters, digits and the marks that HTTP allows';

/** Header names are lower case; cookie names keep the case of the request. */
const HEADER = is.refusedIf(is.text(is.HTTP_TOKEN, NAME_FORM), (name) =>
  /[A-Z]/.test(name) ? 'a header name must be lower case' : undefined,
);

/**
 * Looser than RFC 6265 section 4.1.1: the characters of a cookie's value, without "=". Real names contain brackets.
 */
const COOKIE = is.text(/^[\x21\x23-\x2b\x2d-\x3a\x3c\x3e-\x5b\x5d-\x7e]+$/, NAME_FORM);

/**
 * The lists and their limit: 40 names in all lists together (docs/internals/service.md 8), or 100 in each (docs/internals/service.md 1.2).
 */
const FIELD_RULES: Readonly<Record<Model, FieldRules>> = {
  specification: {
    lists: [
      { member: 'request_fields', name: HEADER },
      { member: 'response_fields', name: HEADER },
      { member: 'cookie_fields', name: COOKIE },
    ],
    limit: { names: 40, over: 'all lists' },
  },
  today: {
    lists: [
      { member: 'request_fields', name: HEADER },
      { member: 'transformed_request_fields', name: HEADER, excludes: 'request_fields' },
      { member: 'response_fields', name: HEADER, duplicates: true },
      { member: 'raw_response_fields', name: HEADER, duplicates: true, excludes: 'response_fields' },
      { member: 'cookie_fields', name: COOKIE },
    ],
    limit: { names: 100, over: 'each list' },
  },
};

/** The parameters of `log_custom_field`: at least one list (docs/internals/service.md 4.1), no empty list, no repeated name. */
export function customFields(model: Model): is.Shape<JsonObject> {
  const named = new Map<string, Set<string>>();
  const { lists } = FIELD_RULES[model];
  const members = lists.map((list) => [list.member, is.optional(fieldList(list, named))] as const);
  return is.also(is.object(Object.fromEntries(members)), (sent) => {
    if (!lists.some(({ member }) => sent.has(member)))
      sent.refuse(`at least one of ${lists.map(({ member }) => member).join(', ')} must be present`);
  });
}

/** @param named the names in each list, to which those of this one are added */
function fieldList(
  { member, name, duplicates, excludes = '' }: FieldList,
  named: Map<string, Set<string>>,
): is.Shape<readonly JsonObject[]> {
  const own = new Set<string>();
  named.set(member, own);
  const allowed = is.refusedIf(name, (sent) =>
    named.get(excludes)?.has(sent) ? `${excludes} has it too` : undefined,
  );
  const field = is.object({
    name: unused(allowed, own, `${member} has it twice`),
    ...(duplicates && { preserve_duplicates: is.optional(is.flag, false) }),
  });
  return is.atLeast(1, is.list(field), 'a list that is present must have at least one item');
}

/** Refuses the first rule that exceeds the ruleset's limit of names (docs/internals/service.md 8). */
export function checkFieldTotals(
  items: readonly Reader[],
  rules: readonly { readonly action_parameters?: JsonObject }[],
  model: Model,
): void {
  const { lists, limit } = FIELD_RULES[model];
  const groups = limit.over === 'each list' ? lists.map((list) => [list]) : [lists];
  for (const group of groups) {
    const members = group.map((list) => list.member);
    let total = 0;
    const index = rules.findIndex(({ action_parameters: parameters }) => {
      total += members.flatMap((member) => parameters?.[member] ?? []).length;
      return total > limit.names;
    });
    items[index]
      ?.member('action_parameters')
      .refuse(`the zone has at most ${limit.names} custom fields in ${members.join(', ')}, not ${total}`);
  }
}
