import type { JsonObject } from '../checks/json';
import { HTTP_TOKEN } from '../checks/read-values';
import type { Reader } from '../checks/reader';
import type { Model } from '../service/settings';

/** One of the lists of names in the parameters of `log_custom_field` (docs/internals/service.md 4.1). */
interface FieldList {
  readonly member: string;
  /** Header names are lower case; cookie names keep the case of the request. */
  readonly holds: 'headers' | 'cookies';
  /** Items may carry `preserve_duplicates` (docs/internals/service.md 4.2). */
  readonly duplicates: boolean;
  /**
   * A name must not be in both this list and that one: a header is logged either raw or transformed
   * (docs/internals/service.md 1.2).
   */
  readonly excludes?: string;
}

interface FieldRules {
  readonly lists: readonly FieldList[];
  readonly limit: { readonly names: number; readonly over: 'all lists' | 'each list' };
}

const SPECIFICATION: FieldRules = {
  lists: [
    { member: 'request_fields', holds: 'headers', duplicates: false },
    { member: 'response_fields', holds: 'headers', duplicates: false },
    { member: 'cookie_fields', holds: 'cookies', duplicates: false },
  ],
  limit: { names: 40, over: 'all lists' },
};

const TODAY: FieldRules = {
  lists: [
    { member: 'request_fields', holds: 'headers', duplicates: false },
    {
      member: 'transformed_request_fields',
      holds: 'headers',
      duplicates: false,
      excludes: 'request_fields',
    },
    { member: 'response_fields', holds: 'headers', duplicates: true },
    { member: 'raw_response_fields', holds: 'headers', duplicates: true, excludes: 'response_fields' },
    { member: 'cookie_fields', holds: 'cookies', duplicates: false },
  ],
  limit: { names: 100, over: 'each list' },
};

/**
 * The lists and their limit: 40 names in all lists together (docs/internals/service.md 8), or 100 in each (docs/internals/service.md 1.2).
 */
export function fieldRules(model: Model): FieldRules {
  return model === 'today' ? TODAY : SPECIFICATION;
}

interface Field {
  readonly name: string;
  readonly preserve_duplicates?: boolean;
}

/**
 * Looser than RFC 6265 section 4.1.1: the characters of a cookie's value, without "=". Real names contain brackets.
 */
const COOKIE = /^[\x21\x23-\x2b\x2d-\x3a\x3c\x3e-\x5b\x5d-\x7e]+$/;

const LOWER_CASE_TOKEN = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;

/**
 * Reads the parameters of `log_custom_field`: at least one list (docs/internals/service.md 4.1), no empty list, no repeated name.
 */
export function readCustomFields(reader: Reader, model: Model): JsonObject | undefined {
  const { lists } = fieldRules(model);
  const members = reader.members(lists.map((list) => list.member));
  if (members === undefined) return undefined;
  const fields: Record<string, readonly Field[]> = {};
  let present = 0;
  for (const list of lists) {
    const sent = members.optional(list.member);
    if (sent === undefined) continue;
    present += 1;
    const excluded = new Set(fields[list.excludes ?? '']?.map((field) => field.name));
    const read = readList(sent, list, excluded);
    if (read !== undefined) fields[list.member] = read;
  }
  if (present > 0) return { ...fields, ...reader.future() };
  return reader.refuse(`at least one of ${lists.map((list) => list.member).join(', ')} must be present`);
}

function readList(
  reader: Reader,
  list: FieldList,
  excluded: ReadonlySet<string>,
): readonly Field[] | undefined {
  const items = reader.items();
  if (items === undefined) return undefined;
  if (items.length === 0) return reader.refuse('a list that is present must have at least one item');
  const seen = new Set<string>();
  return items.flatMap((item) => readField(item, list, seen, excluded) ?? []);
}

function readField(
  reader: Reader,
  list: FieldList,
  seen: Set<string>,
  excluded: ReadonlySet<string>,
): Field | undefined {
  const members = reader.members(list.duplicates ? ['name', 'preserve_duplicates'] : ['name']);
  const sent = members?.required('name');
  const name = sent && readName(sent, list);
  const preserve = members?.optional('preserve_duplicates')?.boolean() ?? false;
  if (sent === undefined || name === undefined) return undefined;
  if (seen.has(name)) return sent.refuse(`${list.member} has it twice`);
  if (excluded.has(name)) return sent.refuse(`${list.excludes ?? ''} has it too`);
  seen.add(name);
  return { name, ...(list.duplicates && { preserve_duplicates: preserve }), ...reader.future() };
}

function readName(reader: Reader, list: FieldList): string | undefined {
  const name = reader.string();
  if (name === undefined) return undefined;
  const pattern = list.holds === 'headers' ? HTTP_TOKEN : COOKIE;
  if (!pattern.test(name))
    return reader.refuse('it must be a name: letters, digits and the marks that HTTP allows');
  if (list.holds === 'headers' && !LOWER_CASE_TOKEN.test(name))
    return reader.refuse('a header name must be lower case');
  return name;
}

interface WithParameters {
  readonly action: string;
  readonly action_parameters?: JsonObject;
}

/** Refuses the first rule that exceeds the ruleset's limit of names (docs/internals/service.md 8). */
export function checkFieldTotals(
  items: readonly Reader[],
  rules: readonly WithParameters[],
  model: Model,
): void {
  const { lists, limit } = fieldRules(model);
  const groups = limit.over === 'each list' ? lists.map((list) => [list]) : [lists];
  for (const group of groups) {
    const members = group.map((list) => list.member);
    let total = 0;
    for (const [index, rule] of rules.entries()) {
      if (rule.action !== 'log_custom_field') continue;
      total += countNames(rule.action_parameters, members);
      if (total <= limit.names) continue;
      items[index]
        ?.member('action_parameters')
        .refuse(`the zone has at most ${limit.names} custom fields in ${members.join(', ')}, not ${total}`);
      break;
    }
  }
}

function countNames(parameters: JsonObject | undefined, members: readonly string[]): number {
  return members
    .map((member) => parameters?.[member])
    .reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
}
