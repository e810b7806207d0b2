import { resourceOf } from '../resources';
import { someTrue } from './plan-json';
import { isObject, member, type Json } from '../json';

/**
 * What an object is, in one line, without its zone and without secrets.
 *
 * @param sensitive which values the plan marks as sensitive: `after_sensitive` or `before_sensitive`
 */
export function objectSummary(type: string, all: Json, sensitive: Json = false): string {
  const values = withoutSensitive(all, sensitive);
  return resourceOf(type)?.summary(values) ?? '';
}

const SENSITIVE = '(sensitive)';

/** Of a destination only the part without secrets is used, whether or not the plan marks it. */
const SAFE: ReadonlySet<string> = new Set(['destination_conf']);

function withoutSensitive(values: Json, sensitive: Json): Json {
  if (!isObject(values)) return values;
  const shown = Object.entries(values).map(([name, value]) => {
    if (SAFE.has(name) || !someTrue(member(sensitive, name) ?? false)) return [name, value];
    return [name, Array.isArray(value) ? [SENSITIVE] : SENSITIVE];
  });
  return Object.fromEntries(shown) as Json;
}
