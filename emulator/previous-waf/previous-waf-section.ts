import { html } from 'hono/html';
import type { Markup } from '../service/elements';
import type { PageSection } from '../service/part';
import type { CoreRuleSet, FirewallRule, PageRule, PreviousWaf } from './previous-waf';
import { firewallRulesOf } from './previous-waf';

/** What the status page shows of the previous managed rules. */
export const PREVIOUS_WAF_SECTION: PageSection = {
  order: 60,
  section: (_service, zone) => previousWafSection(readPreviousWaf(zone.previousWaf)),
};

/** The settings of the previous managed rules in short. */
export interface PreviousWafView {
  readonly enabled: boolean;
  readonly core: CoreRuleSet;
  /** Names of disabled groups. */
  readonly groupsOff: readonly string[];
  /** Rules that somebody set, `<id>: <mode>`. */
  readonly rulesSet: readonly string[];
  readonly uriOverrides: readonly SettingView[];
  readonly bypassRules: readonly SettingView[];
  readonly pageRules: readonly SettingView[];
}

/** A setting for part of the traffic. */
interface SettingView {
  /** The URLs or the expression. */
  readonly scope: string;
  readonly effect: string;
  /** False when it is paused or disabled. */
  readonly active: boolean;
}

function readPreviousWaf(waf: PreviousWaf): PreviousWafView {
  const groups = waf.packages.flatMap((pack) => pack.groups);
  return {
    enabled: waf.enabled,
    core: waf.core,
    groupsOff: groups.filter(({ id }) => waf.groupModes.get(id) === 'off').map(({ name }) => name),
    rulesSet: [...waf.ruleModes].map(([id, mode]) => `${id}: ${mode}`),
    uriOverrides: [...waf.uriOverrides.values()].map(({ urls, groups: byGroup, rules, paused }) => ({
      scope: urls.join(' '),
      effect: [...Object.entries(byGroup), ...Object.entries(rules)]
        .map(([id, action]) => `${id}: ${action}`)
        .join(', '),
      active: !paused,
    })),
    bypassRules: firewallRulesOf(waf)
      .filter(({ action }) => action === 'bypass')
      .map(bypassView),
    pageRules: [...waf.pageRules.values()].flatMap(pageRuleView),
  };
}

function bypassView({ filter, products, paused }: FirewallRule): SettingView {
  const effect = `bypass ${products.join(', ')}`;
  return { scope: filter.expression, effect, active: !paused && !filter.paused };
}

/** Page rules that affect the managed rules. */
function pageRuleView({ targets, actions, status }: PageRule): readonly SettingView[] {
  const effects = actions.flatMap(({ id, value }) => {
    if (id === 'disable_security') return ['Disable Security'];
    return id === 'waf' ? [`WAF ${String(value)}`] : [];
  });
  if (effects.length === 0) return [];
  const scope = targets.map(({ constraint }) => constraint.value).join(' ');
  return [{ scope, effect: effects.join(', '), active: status === 'active' }];
}

/** The maximum number of settings of one kind to show. */
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
