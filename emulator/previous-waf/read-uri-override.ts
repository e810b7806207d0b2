import { readById, readDistinct, readWholeNumber, unlessNull } from '../checks/read-values';
import type { Members, Reader } from '../checks/reader';
import { IDENTIFIER, IDENTIFIER_FORM } from '../service/identifiers';
import type { Plan } from '../service/zone';
import { UNKNOWN_GROUP, UNKNOWN_RULE } from './errors';
import type { UriOverride } from './previous-waf';
import { type Made, readSeedItems } from './seed-items';

/** A URI-based override without its identity. */
type UriOverrideInput = Omit<UriOverride, 'id'>;

export const URI_OVERRIDE_MEMBERS = [
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

/**
 * Reads an override: URLs, and at least one group or rule that acts differently there (docs/internals/service.md 7.7). The
 * groups and rules of the catalogue are a sample, so the ids of others are accepted: real overrides can be loaded.
 */
export function readUriOverride(
  reader: Reader,
  members: Members<(typeof URI_OVERRIDE_MEMBERS)[number]>,
): UriOverrideInput | undefined {
  const urlItems = members.required('urls');
  const urls =
    urlItems &&
    readDistinct(urlItems, (url) => url.matching(URL_FORM, 'a URL without spaces, * for any text'));
  const groups = readActions(unlessNull(members.optional('groups')), (id, item) =>
    IDENTIFIER.test(id) ? id : item.refuse(`its name must be ${IDENTIFIER_FORM}`, UNKNOWN_GROUP),
  );
  const rules = readActions(unlessNull(members.optional('rules')), (id, item) =>
    RULE_ID.test(id) ? id : item.refuse('its name must be the id of a rule, such as 100015', UNKNOWN_RULE),
  );
  const rewrites = readActions(unlessNull(members.optional('rewrite_action')), (action, item) =>
    OVERRIDE_ACTIONS.some((known) => known === action)
      ? action
      : item.refuse(`its name must be one of ${OVERRIDE_ACTIONS.join(', ')}`),
  );
  const priority = members.optional('priority');
  const paused = members.optional('paused')?.boolean() ?? false;
  const description = members.optional('description')?.string() ?? '';
  if (isEmpty(members.optional('groups')) && isEmpty(members.optional('rules')))
    reader.refuse('it must have at least one of groups, rules');
  if (urls === undefined || groups === undefined || rules === undefined || rewrites === undefined)
    return undefined;
  return {
    description,
    urls,
    priority: (priority && readWholeNumber(priority, -GREATEST_PRIORITY, GREATEST_PRIORITY)) ?? 0,
    groups: Object.fromEntries(groups),
    rules: Object.fromEntries(rules),
    rewrite_action: Object.fromEntries(rewrites),
    paused,
  };
}

/** Whether it names nothing at all. Values of another type and unknown names have their own problems. */
function isEmpty(reader: Reader | undefined): boolean {
  const value = reader?.value ?? {};
  return typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0;
}

function readActions(
  reader: Reader | undefined,
  checkName: (name: string, item: Reader) => string | undefined,
): ReadonlyMap<string, string> | undefined {
  if (reader === undefined) return new Map();
  return readById(reader, (item, name) =>
    checkName(name, item) === undefined ? undefined : item.oneOf(OVERRIDE_ACTIONS),
  );
}

/** The URI-based overrides of a seed; only Enterprise zones have any (docs/internals/service.md 7.7). */
export function readSeedUriOverrides(reader: Reader | undefined, plan: Plan): readonly Made<UriOverride>[] {
  const overrides = readSeedItems<UriOverride>(reader, (item, readId) => {
    const members = item.members(['id', ...URI_OVERRIDE_MEMBERS]);
    const id = readId(members?.optional('id'));
    const override = members && readUriOverride(item, members);
    return override && ((next) => ({ id: id ?? next(), ...override }));
  });
  if (overrides.length > 0 && plan !== 'enterprise')
    reader?.refuse(`the ${plan} plan does not include URI-based overrides`);
  return overrides;
}
