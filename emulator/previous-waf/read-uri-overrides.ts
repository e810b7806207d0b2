import { isObject } from '../checks/json';
import type { Reader } from '../checks/reader';
import * as is from '../checks/shape';
import { IDENTIFIER, IDENTIFIER_FORM } from '../service/identifiers';
import type { Plan } from '../service/zone';
import type { UriOverride } from './previous-waf';
import { type Made, newId, urlPattern } from './seed-items';

/** docs/internals/service.md 7.7. */
const GREATEST_PRIORITY = 1_000_000_000;

/** What a group or rule does instead, and the actions to rewrite from and to. */
const OVERRIDE_ACTIONS = ['default', 'disable', 'simulate', 'block', 'challenge'] as const;

const ACTION_FORM = new RegExp(`^(?:${OVERRIDE_ACTIONS.join('|')})$`);

/** Real ones are 100015, 981176 or WP0025B. */
const RULE_ID = /^(?=.*\d)[0-9A-Za-z-]{1,32}$/;

/** Actions by what has them, whose names have this form. Client libraries send null for none. */
function actions(form: RegExp, expected: string) {
  const none: ReadonlyMap<string, string> = new Map();
  const action: is.Shape<string> = is.oneOf(OVERRIDE_ACTIONS);
  const misnamed: is.Shape<string> = (reader) => reader.refuse(`its name must be ${expected}`);
  const named = is.byId((name) => (form.test(name) ? action : misnamed));
  return is.optional(is.nullAs(none, named), none);
}

/**
 * The URI-based overrides of a seed: URLs, and at least one group or rule that acts differently there
 * (docs/internals/service.md 7.7). The groups and rules of the catalogue are a sample, so the ids of others are accepted:
 * real overrides can be loaded. Only Enterprise zones have any.
 */
export function seedUriOverrides(plan: Plan): is.Shape<readonly Made<UriOverride>[]> {
  const override = is.object({
    id: is.optional(newId(new Set())),
    description: is.optional(is.text(), ''),
    urls: is.nonEmpty(is.distinct(urlPattern)),
    priority: is.optional(is.whole(-GREATEST_PRIORITY, GREATEST_PRIORITY), 0),
    groups: actions(IDENTIFIER, IDENTIFIER_FORM),
    rules: actions(RULE_ID, 'the id of a rule, such as 100015'),
    rewrite_action: actions(ACTION_FORM, `one of ${OVERRIDE_ACTIONS.join(', ')}`),
    paused: is.optional(is.flag, false),
  });
  const naming = is.also(override, (sent) => {
    if (isEmpty(sent.member('groups')) && isEmpty(sent.member('rules')))
      sent.refuse('it must have at least one of groups, rules');
  });
  const made = is.mapped(naming, ({ id, ...rest }): Made<UriOverride> => (next) => ({
    id: id ?? next(),
    ...rest,
    groups: Object.fromEntries(rest.groups),
    rules: Object.fromEntries(rest.rules),
    rewrite_action: Object.fromEntries(rest.rewrite_action),
  }));
  return is.refusedIf(is.list(made), ({ length }) =>
    length > 0 && plan !== 'enterprise' ? `the ${plan} plan does not include URI-based overrides` : undefined,
  );
}

/** Whether it names nothing at all. Values of another type and unknown names have their own problems. */
function isEmpty({ value }: Reader): boolean {
  return value === undefined || value === null || (isObject(value) && Object.keys(value).length === 0);
}
