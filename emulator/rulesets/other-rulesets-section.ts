import { html } from 'hono/html';
import type { Markup } from '../markup/elements';
import { counted, shownTime } from '../markup/elements';
import type { PageSection } from '../service/part';
import { isJudged } from './phases';
import { ruleDetails, ruleView } from './rule-details';
import type { Ruleset } from './ruleset';
import { rulesetsOf } from './ruleset';

/** What the status page shows of the rulesets that the emulator only stores. */
export const OTHER_RULESETS_SECTION: PageSection = {
  order: 55,
  section: (_service, zone) => otherRulesetsSection(rulesetsOf(zone).filter(({ phase }) => !isJudged(phase))),
};

/** Rulesets with their rules; nothing if there are none, as in most zones. */
function otherRulesetsSection(rulesets: readonly Ruleset[]): Markup {
  if (rulesets.length === 0) return html``;
  return html`<section class="card" id="other-rulesets" aria-labelledby="other-rulesets-title">
    <h2 id="other-rulesets-title">
      Rulesets of other phases <small>${counted(rulesets.length, 'ruleset')}, stored and not judged</small>
    </h2>
    ${rulesets.map(rulesetMarkup)}
  </section>`;
}

function rulesetMarkup(ruleset: Ruleset, place: number): Markup {
  const { id, kind, name, phase, version, rules, last_updated } = ruleset;
  return html`<h3>
      <code>${phase}</code> ${kind === 'custom' ? html`<span class="tag quiet">custom</span>` : ''} ${name}
    </h3>
    <p class="muted">
      Version ${version}, ${shownTime(last_updated)}, ${counted(rules.length, 'rule')}<span class="id"
        >${id}</span
      >
    </p>
    ${rules.map((rule, index) => ruleDetails(ruleView(rule), `other-rule-${place}-${index}`))}`;
}
