import { fieldRules } from '../../rulesets/custom-field-lists';
import { CUSTOM_FIELDS_PHASE } from '../../rulesets/phases';
import type { JsonObject } from '../../checks/json-object';
import type { Rule } from '../../service/ruleset';
import type { ServiceSettings } from '../../service/settings';
import type { Zone } from '../../service/zone';

/** The custom fields of a zone. */
export interface FieldsView {
  /** How many names may be there, and in what; the latter as it is said to people. */
  readonly limit: { readonly names: number; readonly over: 'all lists' | 'each list' };
  readonly lists: readonly FieldListView[];
  /** Absent when the zone has no ruleset of the phase. */
  readonly ruleset?: { readonly id: string; readonly version: string; readonly lastUpdated: string };
}

export interface FieldListView {
  readonly title: string;
  readonly fields: readonly FieldView[];
}

export interface FieldView {
  readonly name: string;
  /** False when its rule is switched off. */
  readonly enabled: boolean;
  /** Every instance of a repeated header is logged, not only the first. */
  readonly everyInstance: boolean;
}

const TITLES: Readonly<Record<string, string>> = {
  request_fields: 'Request headers',
  transformed_request_fields: 'Request headers, transformed',
  response_fields: 'Response headers',
  raw_response_fields: 'Response headers, raw',
  cookie_fields: 'Cookies',
};

/** Reads the lists of custom fields from the zone's rules, over all of them. */
export function readFields(zone: Zone, settings: ServiceSettings): FieldsView {
  const { lists, limit } = fieldRules(settings.limits);
  const ruleset = zone.rulesets.get(CUSTOM_FIELDS_PHASE);
  const rules = ruleset?.rules ?? [];
  return {
    limit,
    lists: lists.map(({ member }) => ({
      title: TITLES[member] ?? member,
      fields: rules.flatMap((rule) => fieldsOf(rule, member)),
    })),
    ...(ruleset && {
      ruleset: { id: ruleset.id, version: ruleset.version, lastUpdated: ruleset.last_updated },
    }),
  };
}

/** How many names there are in all lists. */
export function countFields(zone: Zone, settings: ServiceSettings): number {
  return readFields(zone, settings).lists.reduce((sum, { fields }) => sum + fields.length, 0);
}

function fieldsOf(rule: Rule, member: string): readonly FieldView[] {
  const items = rule.action_parameters?.[member];
  if (!Array.isArray(items)) return [];
  return (items as readonly JsonObject[]).map((item) => ({
    name: String(item['name']),
    enabled: rule.enabled,
    everyInstance: item['preserve_duplicates'] === true,
  }));
}
