import { html } from 'hono/html';
import type { JsonObject } from '../checks/json';
import { type Markup, shownTime } from '../service/elements';
import type { PageSection } from '../service/part';
import type { ServiceSettings } from '../service/settings';
import type { Zone } from '../service/zone';
import { fieldRules } from './custom-fields';
import { CUSTOM_FIELDS_PHASE } from './phases';
import type { Rule } from './ruleset';

/** What the status page shows of custom log fields. */
export const CUSTOM_FIELDS_SECTION: PageSection = {
  order: 20,
  section: ({ state }, zone) => fieldsSection(readFields(zone, state.settings)),
  column: {
    title: 'Fields',
    isNumber: true,
    cell: ({ state }, zone) =>
      readFields(zone, state.settings).lists.reduce((sum, { fields }) => sum + fields.length, 0),
  },
};

/** The custom fields of a zone. */
export interface FieldsView {
  /** The maximum number of names, and what it applies to, in words. */
  readonly limit: { readonly names: number; readonly over: 'all lists' | 'each list' };
  readonly lists: readonly FieldListView[];
  /** Absent if the zone has no ruleset for the phase. */
  readonly ruleset?: { readonly id: string; readonly version: string; readonly lastUpdated: string };
}

interface FieldListView {
  readonly title: string;
  readonly fields: readonly FieldView[];
}

interface FieldView {
  readonly name: string;
  /** False if its rule is disabled. */
  readonly enabled: boolean;
  /** Whether every instance of a repeated header is logged, not only the first. */
  readonly everyInstance: boolean;
}

const TITLES: Readonly<Record<string, string>> = {
  request_fields: 'Request headers',
  transformed_request_fields: 'Request headers, transformed',
  response_fields: 'Response headers',
  raw_response_fields: 'Response headers, raw',
  cookie_fields: 'Cookies',
};

/** Reads the lists of custom fields from all of the zone's rules. */
function readFields(zone: Zone, settings: ServiceSettings): FieldsView {
  const { lists, limit } = fieldRules(settings.model);
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

function fieldsOf(rule: Rule, member: string): readonly FieldView[] {
  const items = rule.action_parameters?.[member];
  if (!Array.isArray(items)) return [];
  return (items as readonly JsonObject[]).map((item) => ({
    name: String(item['name']),
    enabled: rule.enabled,
    everyInstance: item['preserve_duplicates'] === true,
  }));
}

/** The custom fields in their lists. */
export function fieldsSection({ lists, limit, ruleset }: FieldsView): Markup {
  const total = lists.reduce((sum, { fields }) => sum + fields.length, 0);
  const ofLimit =
    limit.over === 'all lists' ? `${total} of ${limit.names}` : `${total}, ${limit.names} a list`;
  return html`<section class="card" id="fields" aria-labelledby="fields-title">
    <h2 id="fields-title">Custom log fields <small>${ofLimit}</small></h2>
    ${
      ruleset
        ? html`<p class="muted">
            Version ${ruleset.version}, ${shownTime(ruleset.lastUpdated)}<span class="id">${ruleset.id}</span>
          </p>`
        : html`<p class="none">The zone has no ruleset for them.</p>`
    }
    ${ruleset && lists.map(fieldList)}
  </section>`;
}

function fieldList({ title, fields }: FieldListView): Markup {
  return html`<h3>${title}</h3>
    ${
      fields.length === 0
        ? html`<p class="none">none</p>`
        : html`<ul class="chips">
            ${fields.map(field)}
          </ul>`
    }`;
}

function field({ name, enabled, everyInstance }: FieldView): Markup {
  const note = everyInstance ? html` <span class="muted">every instance</span>` : '';
  return enabled
    ? html`<li>${name}${note}</li>`
    : html`<li class="off" title="Its rule is disabled">${name}${note}</li>`;
}
