import * as is from '../checks/shape';
import type { PageRule } from './previous-waf';
import { type Made, newId, urlPattern } from './seed-items';

const GREATEST_PRIORITY = 1_000_000_000;

/** A star at the end stands for the path as well. */
const WITHOUT_PATH = /^(?:[^/:]+:\/\/)?[^/]*[^/*]$/;

/** Stars in the pattern of a target (docs/internals/service.md 7.9). */
const MAX_STARS = 4;

/** The one target of a page rule, by its URL. */
const URL_TARGET = is.mapped(
  is.refusedIf(urlPattern, (sent) =>
    sent.split('*').length - 1 > MAX_STARS ? `it must have at most ${MAX_STARS} stars` : undefined,
  ),
  // The service stores a URL without a path with a slash at its end (docs/internals/service.md 7.9).
  (sent): PageRule['targets'] => {
    const value = WITHOUT_PATH.test(sent) ? `${sent}/` : sent;
    return [{ target: 'url', constraint: { operator: 'matches', value } }];
  },
);

/** A page rule has one target, which is a URL (docs/internals/service.md 7.9). */
const TARGETS = is.mapped(
  is.also(
    is.list(
      is.object({
        target: is.oneOf(['url']),
        constraint: is.object({ operator: is.oneOf(['matches']), value: URL_TARGET }),
      }),
    ),
    (sent) => {
      if (Object.keys(sent.value as object).length !== 1) sent.refuse('it must have exactly one item');
    },
  ),
  ([target]) => target?.constraint.value,
);

/** Only `waf` and `disable_security` matter to the migration; the values of other settings are kept as they are. */
const ACTION: is.Shape<PageRule['actions'][number]> = (reader) => {
  const action = is.object({
    id: is.text(/^[a-z_]+$/, 'the id of a setting, such as waf'),
    value: is.optional(({ value }) => value),
  })(reader);
  if (action === undefined) return undefined;
  const sent = action.id === 'waf' ? reader.required('value') : undefined;
  if (sent !== undefined) is.oneOf(['on', 'off'])(sent);
  if (action.id !== 'disable_security') return action;
  const value = reader.member('value');
  // Clients send null or true for a setting without a value.
  if (value.value !== undefined && value.value !== null && value.value !== true)
    value.refuse('disable_security has no value');
  return { id: action.id };
};

/** The page rules of a seed, each with its target or just a URL. They are meant to work, so they are active by default. */
export function seedPageRules(): is.Shape<readonly Made<PageRule>[]> {
  const rule = is.object({
    id: is.optional(newId(new Set())),
    url: is.optional(URL_TARGET),
    targets: is.optional(TARGETS),
    actions: is.nonEmpty(
      is.distinct(ACTION, ({ id }) => id, { at: 'id', reason: 'another action of the rule has this id' }),
    ),
    priority: is.optional(is.whole(0, GREATEST_PRIORITY), 1),
    status: is.optional(is.oneOf(['active', 'disabled']), 'active'),
    created_on: is.optional(is.timeText),
    modified_on: is.optional(is.timeText),
  });
  const either = is.also(rule, (sent) => {
    if (sent.has('url') === sent.has('targets')) sent.refuse('it must have either targets or a url');
  });
  return is.list(
    is.mapped(either, ({ id, url, targets = url, created_on, modified_on, ...rest }) =>
      targets === undefined
        ? undefined
        : (next, now) => ({
            id: id ?? next(),
            targets,
            ...rest,
            created_on: created_on ?? now,
            modified_on: modified_on ?? created_on ?? now,
          }),
    ),
  );
}
