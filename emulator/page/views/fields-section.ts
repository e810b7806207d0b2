import { html } from 'hono/html';
import type { FieldListView, FieldView, FieldsView } from '../data/read-fields';
import type { Markup } from './markup';
import { shownTime } from './shown-time';

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
    : html`<li class="off" title="Its rule is switched off">${name}${note}</li>`;
}
