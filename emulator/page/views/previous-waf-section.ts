import { html } from 'hono/html';
import type { PreviousWafView, SettingView } from '../data/read-previous-waf';
import type { Markup } from './markup';

/** The most settings of one kind that are shown. */
const MAX_SETTINGS = 30;

/** The settings of the previous managed rules in short. */
export function previousWafSection(waf: PreviousWafView): Markup {
  const { enabled, core, groupsOff, rulesSet, uriOverrides, bypassRules, pageRules } = waf;
  return html`<section class="card" id="previous" aria-labelledby="previous-title">
    <h2 id="previous-title">Previous managed rules <small>settings</small></h2>
    <dl class="pairs">
      <dt>Zone switch</dt>
      <dd>${enabled ? 'on' : 'off'}</dd>
      <dt>Sensitivity</dt>
      <dd>${core.sensitivity}</dd>
      <dt>Action</dt>
      <dd>${core.actionMode}</dd>
      ${
        groupsOff.length === 0
          ? ''
          : html`<dt>Groups off</dt>
              <dd>${groupsOff.join(', ')}</dd>`
      }
      ${
        rulesSet.length === 0
          ? ''
          : html`<dt>Rules set</dt>
              <dd>${rulesSet.join(', ')}</dd>`
      }
    </dl>
    ${settings('URI overrides', uriOverrides)} ${settings('Bypass rules', bypassRules)}
    ${settings('Page rules', pageRules)}
  </section>`;
}

function settings(title: string, items: readonly SettingView[]): Markup {
  const more = items.length - MAX_SETTINGS;
  return html`<h3>${title}</h3>
    ${
      items.length === 0
        ? html`<p class="none">none</p>`
        : html`<ul>
            ${items.slice(0, MAX_SETTINGS).map(setting)}
          </ul>`
    }
    ${more > 0 ? html`<p class="muted">and ${more} more</p>` : ''}`;
}

function setting({ scope, effect, active }: SettingView): Markup {
  return html`<li>
    <code>${scope}</code>
    <span class="muted">${effect}</span> ${active ? '' : html`<span class="tag quiet">off</span>`}
  </li>`;
}
