import {
  logCustomFieldsSchema,
  logpushJobSchema,
  managedRulesMigrationSchema,
  managedRulesSchema,
  shownDestination,
} from '../../schema';
import { isObject, member, someTrue, textOf, textsIn, type Json } from './plan-json';

/**
 * What an object is, in one line, without its zone and without secrets.
 *
 * @param sensitive which values the plan marks as sensitive: `after_sensitive` or `before_sensitive`
 */
export function objectSummary(type: string, all: Json, sensitive: Json = false): string {
  const values = withoutSensitive(all, sensitive);
  switch (type) {
    case logCustomFieldsSchema.type:
      return fields(values);
    case logpushJobSchema.type:
      return job(values);
    case managedRulesMigrationSchema.type:
      return `target ${textOf(values, 'target_state') ?? 'known after apply'}`;
    case managedRulesSchema.type:
      return managedRules(values);
    default:
      return '';
  }
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

function fields(values: Json): string {
  const lists = [
    ['request headers', 'request_headers'],
    ['response headers', 'response_headers'],
    ['cookies', 'cookies'],
  ] as const;
  const set = lists.flatMap(([label, name]) => {
    const names = textsIn(member(values, name));
    return names.length === 0 ? [] : [`${label} ${names.join(', ')}`];
  });
  return set.join('; ') || 'no fields';
}

function job(values: Json): string {
  const name = textOf(values, 'name');
  const number = member(values, 'job_id');
  const configured = textOf(values, 'destination_conf');
  const place = textOf(values, 'destination') ?? (configured === null ? null : shownDestination(configured));
  return [
    name === null || name === '' ? 'job without a name' : `job ${name}`,
    ...(typeof number === 'number' ? [`(${number})`] : []),
    ...(textOf(values, 'dataset') === null ? [] : [`of ${textOf(values, 'dataset')}`]),
    ...(place === null ? [] : [`to ${place}`]),
    ...(member(values, 'enabled') === false ? ['(not enabled)'] : []),
  ].join(' ');
}

function managedRules(values: Json): string {
  const names = (name: string): readonly string[] => {
    const map = member(values, name);
    return isObject(map) ? Object.keys(map) : [];
  };
  const lists = [
    ['deployments', names('deployments')],
    ['exceptions', names('exceptions')],
  ] as const;
  const set = lists.flatMap(([label, list]) => (list.length === 0 ? [] : [`${label} ${list.join(', ')}`]));
  return set.join('; ') || 'no managed rules';
}
