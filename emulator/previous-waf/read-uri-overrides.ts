import { readById, readDistinct, readWholeNumber, unlessNull } from '../checks/read-values';
import type { Reader } from '../checks/reader';
import { IDENTIFIER, IDENTIFIER_FORM } from '../service/identifiers';
import type { Plan } from '../service/zone';
import type { UriOverride } from './previous-waf';
import { type Made, readSeedItems } from './seed-items';

const URI_OVERRIDE_MEMBERS = [
  'id',
  'urls',
  'groups',
  'rules',
  'rewrite_action',
  'priority',
  'paused',
  'description',
] as const;

/** docs/internals/service.md 7.7. */
const GREATEST_PRIORITY = 1_000_000_000;

/** What a group or rule does instead, and the actions to rewrite from and to. */
const OVERRIDE_ACTIONS = ['default', 'disable', 'simulate', 'block', 'challenge'] as const;

const URL_FORM = /^\S{1,4096}$/;

/** Real ones are 100015, 981176 or WP0025B. */
const RULE_ID = /^(?=.*\d)[0-9A-Za-z-]{1,32}$/;

/** The URI-based overrides of a seed; only Enterprise zones have any (docs/internals/service.md 7.7). */
export function readSeedUriOverrides(reader: Reader | undefined, plan: Plan): readonly Made<UriOverride>[] {
  const overrides = readSeedItems(reader, readUriOverride);
  if (overrides.length > 0 && plan !== 'enterprise')
    reader?.refuse(`the ${plan} plan does not include URI-based overrides`);
  return overrides;
}

/**
 * Reads an override: URLs, and at least one group or rule that acts differently there (docs/internals/service.md 7.7). The
 * groups and rules of the catalogue are a sample, so the ids of others are accepted: real overrides can be loaded.
 */
function readUriOverride(
  item: Reader,
  readId: (id: Reader | undefined) => string | undefined,
): Made<UriOverride> | undefined {
  const members = item.members(URI_OVERRIDE_MEMBERS);
  if (members === undefined) return undefined;
  const id = readId(members.optional('id'));
  const urlItems = members.required('urls');
  const urls =
    urlItems &&
    readDistinct(urlItems, (url) => url.matching(URL_FORM, 'a URL without spaces, * for any text'));
  const groups = readActions(members.optional('groups'), IDENTIFIER, IDENTIFIER_FORM);
  const rules = readActions(members.optional('rules'), RULE_ID, 'the id of a rule, such as 100015');
  const rewrites = readActions(
    members.optional('rewrite_action'),
    new RegExp(`^(?:${OVERRIDE_ACTIONS.join('|')})$`),
    `one of ${OVERRIDE_ACTIONS.join(', ')}`,
  );
  const sentPriority = members.optional('priority');
  const priority =
    (sentPriority && readWholeNumber(sentPriority, -GREATEST_PRIORITY, GREATEST_PRIORITY)) ?? 0;
  const paused = members.optional('paused')?.boolean() ?? false;
  const description = members.optional('description')?.string() ?? '';
  if (isEmpty(members.optional('groups')) && isEmpty(members.optional('rules')))
    item.refuse('it must have at least one of groups, rules');
  if (urls === undefined || groups === undefined || rules === undefined || rewrites === undefined)
    return undefined;
  return (next) => ({
    id: id ?? next(),
    description,
    urls,
    priority,
    groups: Object.fromEntries(groups),
    rules: Object.fromEntries(rules),
    rewrite_action: Object.fromEntries(rewrites),
    paused,
  });
}

/** Whether it names nothing at all. Values of another type and unknown names have their own problems. */
function isEmpty(reader: Reader | undefined): boolean {
  const value = reader?.value ?? {};
  return typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0;
}

/** Actions by what has them. Client libraries send null for none. @param form of the names; `expected` completes "must be …" */
function readActions(
  sent: Reader | undefined,
  form: RegExp,
  expected: string,
): ReadonlyMap<string, string> | undefined {
  const reader = unlessNull(sent);
  if (reader === undefined) return new Map();
  return readById(reader, (item, name) =>
    form.test(name) ? item.oneOf(OVERRIDE_ACTIONS) : item.refuse(`its name must be ${expected}`),
  );
}
