import { exceptionsWithoutEffect, sameValue } from '../../../schema';
import { defineResource, type MoveSource } from '../../sdk/framework';
import type { Rule } from '../../api';
import type { Configured } from '../configured';
import { zoneInMessages } from '../messages';
import { OWN, ofZone, textOf, withoutIds } from '../move-sources';
import { ruleList } from '../rule-list/define';
import type { RuleList } from '../rule-list/kind';
import { FUTURE_OWNER, keeperIn } from '../rule-list/owner';
import { ZoneRulesRegistry } from '../rule-list/registry';
import { replacedIn } from '../rule-list/replaced-object';
import { saveBeside } from './beside-others';
import { namesOfRules, rulesAsSent, zoneRules } from './entry-point';
import { handsOverUnfinished, notMigrated, unfinishedMigration } from './governed';
import { namesIn, readManagedRulesets } from './managed-rulesets';
import { planRules } from './plan';
import { refusedRules } from './refusal';
import { isPartOf, sameInOrder, sameRules } from './rules';
import { keeperOfRules, knownRules, type Schema, type ZoneRules } from './state';
import { deployedByOthers, keptByOthers, MANAGED_RULES, othersStayUnchanged } from './words';

/** The hand-over: what a finished migration has saved becomes the rules. */
const fromMigration: MoveSource<{ readonly zone_id: string }> = {
  type: 'zone_managed_rules_migration',
  providers: [OWN],
  versions: [0],
  identify: ({ zone_id: zone, migration_state: status }) => {
    const found = ofZone(zone);
    if (!found) return withoutIds('zone_managed_rules_migration');
    return status === 'finished' ? found : handsOverUnfinished(found.importId, textOf(status));
  },
};

/** Managed rules as a rule list: the rules of one zone-level ruleset (docs/internals/service.md 6, 3.3). */
export const managedRulesList: RuleList<Schema, ZoneRules> = {
  ...MANAGED_RULES,
  moveSources: [fromMigration],
  keeper: keeperOfRules,
  writesBeside: (...change) => saveBeside(...change).writes,
  read(rules, known) {
    const found = zoneRules(rules, known);
    // A rule that cannot be expressed any more is still the object's: the next apply sets it back.
    return Object.keys(found.rule_ids).length === 0 ? undefined : found;
  },
  write: ({ rules }, ...present) => rulesAsSent(rules, ...present),
  isWritten(declared, rules, known) {
    const now = zoneRules(rules, known);
    // Of an object that is being made, each rule has its mark; equal ones may be another's.
    const names = known.state ? Object.keys(now.rule_ids) : [...namesOfRules(rules, known).values()];
    const own = now.rules.map(({ name }) => name);
    return sameRules(now.rules, declared.rules) && sameValue([...names].sort(), [...own].sort());
  },
  same: (one, other) => sameRules(one.rules, other.rules),
  alike: (there, { rules, owner }) =>
    owner ? isPartOf(there.rules, rules) : sameInOrder(there.rules, rules),
  expressed(rules) {
    const ids = Object.values(zoneRules(rules, { owner: undefined }).rule_ids);
    return rules.filter(({ id }) => ids.includes(id));
  },

  planned: knownRules,
  ofState: (state) => state,
  attributes: ({ rules, rule_ids, kept_settings, other_rules }) => ({
    ...{ rules, rule_ids: rule_ids ?? {} },
    ...{ kept_settings: kept_settings ?? {}, other_rules: other_rules ?? [] },
  }),

  plan: planRules,
  async notYet({ api, zoneId, signal }) {
    const migration = await unfinishedMigration(api, zoneId, signal);
    return migration && ((zone) => notMigrated(zone, migration));
  },
  async planBeside({ client, diagnostics, plan, privateState }, { rules, planned, ...place }) {
    const replaced = replacedIn(privateState)?.object;
    const owner = keeperOfRules(plan);
    const registry = client?.runState.of(ZoneRulesRegistry, MANAGED_RULES.phase);
    // Rules of an object of this state go with it, when this plan replaces it.
    const isStaying = (rule: Rule): boolean => {
      const stored = registry?.ownerOf(place.zoneId, { rules: [rule] });
      return !stored || (owner !== undefined && stored.name !== undefined && stored.ref !== replaced);
    };
    const staying = zoneRules(rules.filter(isStaying), { owner }).other_rules;
    if (planned) diagnostics.errors(deployedByOthers(planned, staying));
    // Other objects may add theirs first.
    if (owner) return {};
    const others = zoneRules(rules, { owner }).other_rules;
    if (others.length > 0) diagnostics.warning(othersStayUnchanged(await zoneInMessages(place), others));
    return { other_rules: others };
  },
  keptAtCreation(existing, rules, planned) {
    if (!existing) return { kept_settings: {} };
    if (!planned) return {};
    const sent = rulesAsSent(planned.rules, rules, { owner: FUTURE_OWNER });
    const made = sent.map(({ rule }, index) => ({ ...rule, id: String(index) }) as Rule);
    return { kept_settings: zoneRules(made, { owner: FUTURE_OWNER }).kept_settings };
  },
  async warnOnRead({ client, state, signal, diagnostics }, _rules, found) {
    const others = found.other_rules ?? [];
    if (keeperOfRules(state) || others.length === 0 || sameValue(others, state.other_rules)) return;
    const zone = await zoneInMessages({ api: client.reads, zoneId: state.zone_id, signal });
    diagnostics.warning(othersStayUnchanged(zone, others));
  },
  async imported(place, { rules }, all, diagnostics) {
    const kept = all.filter(({ ref }) => keeperIn(ref) !== undefined);
    if (kept.length > 0) diagnostics.warning(keptByOthers(await zoneInMessages(place), kept));
    return { names: namesIn(rules, await readManagedRulesets(place, rules)) };
  },

  refused: (error, sent, declared) => (declared ? refusedRules(error, sent, declared.rules) : []),
};

/** The managed rules of a zone. */
export const managedRules = defineResource<Schema, Configured>({
  validate(config, diagnostics) {
    // What is executed after an exception may be a rule of others: the plan looks.
    if ((config.others ?? 'remove') !== 'remove') return;
    for (const problem of exceptionsWithoutEffect(config)) diagnostics.warning(problem);
  },

  ...ruleList(managedRulesList),
});
