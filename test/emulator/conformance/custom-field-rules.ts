import type { ConformingZone } from './conforming-zone';
import { resultOf } from './conforming-zone';
import type { Reply } from '../client';

/** The body that creates the ruleset of custom log fields (docs/service.md 3.3). */
export const FIELDS_RULESET = {
  name: 'Zone-level phase entry point',
  kind: 'zone',
  description: 'The custom log fields of this zone',
  phase: 'http_log_custom_fields',
} as const;

export const REQUEST_FIELDS = { request_fields: [{ name: 'content-type' }, { name: 'x-forwarded-for' }] };
export const RESPONSE_FIELDS = { response_fields: [{ name: 'server' }, { name: 'x-cache' }] };
export const COOKIE_FIELDS = { cookie_fields: [{ name: 'SessionId' }, { name: '__ga' }] };

/** The one rule of custom log fields (docs/service.md 3.3). */
export function fieldsRule(action_parameters: object): Record<string, unknown> {
  return {
    action: 'log_custom_field',
    expression: 'true',
    description: 'Set custom fields',
    action_parameters,
  };
}

/** A list of this many names. */
export function names(count: number, prefix: string): readonly { readonly name: string }[] {
  return Array.from({ length: count }, (_, index) => ({ name: `${prefix}-${index}` }));
}

/** What a client does to the ruleset of custom log fields, which was just created. */
export interface FieldsRuleset {
  readonly created: Reply['body']['result'];
  /** docs/service.md 3.3. */
  readonly put: (...rules: readonly unknown[]) => Promise<Reply>;
}

export async function fieldsRuleset(zone: ConformingZone): Promise<FieldsRuleset> {
  const created = resultOf(await zone.call('POST', '/rulesets', FIELDS_RULESET));
  return { created, put: (...rules) => zone.call('PUT', `/rulesets/${created.id}`, { rules }) };
}

/** Configures the custom log fields of a zone that has none yet. */
export async function logFields(zone: ConformingZone, action_parameters: object): Promise<void> {
  const { put } = await fieldsRuleset(zone);
  resultOf(await put(fieldsRule(action_parameters)));
}
