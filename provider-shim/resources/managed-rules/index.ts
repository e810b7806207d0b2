import {
  exceptionsWithoutEffect,
  sameValue,
  unknown,
  type Explanation,
  type ManagedRules,
  type PathStep,
} from '../../../schema';
import type { Rule } from '../../api';
import type { AnyResource, MoveSource } from '../../sdk/framework';
import type { Configured } from '../configured';
import { zoneInMessages } from '../messages';
import { statusIfKept, statusSentence, type Status } from '../migration/status';
import { OWN, ofZone, textOf, withoutIds } from '../move-sources';
import { ruleList } from '../rule-list/define';
import type { RuleList } from '../rule-list/kind';
import { keeperIn } from '../rule-list/owner';
import { ZoneRulesRegistry } from '../rule-list/registry';
import { replacedIn } from '../rule-list/plan-notes';
import { saveBeside } from './beside-others';
import { rulesAsSent, zoneRules } from './entry-point';
import { namesIn, readManagedRulesets } from './managed-rulesets';
import { computedAfter, planRules } from './plan';
import { isPartOf, sameInOrder, sameRules } from './rules';
import { keeperOfRules, knownRules, type Schema, type ZoneRules } from './state';
import { deployedByOthers, keptByOthers, MANAGED_RULES, othersStayUnchanged, rulesInWords } from './words';

/** Managed rules as a rule list: the rules of one zone-level ruleset (docs/internals/service.md 6, 3.3). */
export const managedRulesList: RuleList<Schema, ZoneRules> = {
  ...MANAGED_RULES,
  read(rules, known) {
    const found = zoneRules(rules, known);
    // A rule that cannot be expressed any more is still the object's: the next apply sets it back.
    return Object.keys(found.rule_ids).length === 0 ? undefined : found;
  },
  write: ({ rules }, ...present) => rulesAsSent(rules, ...present),
  changed: (rules, known) =>
    rules.filter((rule) => {
      const { rules: before = [], other_rules: others } = known.state ?? {};
      const now = zoneRules([rule], known).rules;
      return now.length > 0 ? !isPartOf(now, before) : !others?.some(({ id }) => id === rule.id);
    }),
  same: (one, other) => sameRules(one.rules, other.rules),
  planned: knownRules,

  alike: (there, { rules }, keeper) =>
    keeper ? isPartOf(there.rules, rules) : sameInOrder(there.rules, rules),
  saidOf: rulesInWords,
  keeper: keeperOfRules,
  writesBeside: (...change) => saveBeside(...change).writes,

  plan: planRules,
  kept(before, planned, { state, plan }) {
    if (state) return computedAfter(state, plan?.rules, planned?.rules);
    if (!before) return { kept_settings: {} };
    // What becomes its own is the same in the same order; its names are those of the zone.
    const kept = before.rules.map(({ name }, index) => [
      planned?.rules[index]?.name ?? name,
      before.kept_settings?.[name],
    ]);
    return planned
      ? { kept_settings: Object.fromEntries(kept.filter(([, json]) => json !== undefined)) }
      : {};
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
    // Others may add some while the former object goes.
    return { other_rules: replaced === undefined ? others : unknown };
  },
  async notYet({ api, zoneId, signal }) {
    const status = await statusIfKept(api, zoneId, signal);
    if (!status || status.state === 'finished') return undefined;
    const [inShort, way] = UNFINISHED[status.state];
    return (zone) => ({
      code: 'zone_not_migrated',
      path: ['zone_id'],
      message: `The managed rules of zone ${zone} cannot be managed by zone_managed_rules yet: ${inShort}.`,
      hint: `${statusSentence(zone, status)} ${way} Nothing was changed.`,
    });
  },
  async found({ client, state, signal, diagnostics }, rules, { rules: declared, other_rules }) {
    const place = { api: client.reads, zoneId: state.zone_id, signal };
    const isImported = state.names === null;
    const names = isImported && { names: namesIn(declared, await readManagedRulesets(place, declared)) };
    if (keeperOfRules(state)) return { ...names };
    const kept = isImported ? rules.filter(({ ref }) => keeperIn(ref) !== undefined) : [];
    if (kept.length > 0) diagnostics.warning(keptByOthers(await zoneInMessages(place), kept));
    const others = other_rules ?? [];
    if (others.length > 0 && !sameValue(others, state.other_rules))
      diagnostics.warning(othersStayUnchanged(await zoneInMessages(place), others));
    return { ...names };
  },
  refused(error, sent, declared) {
    if (error.kind !== 'invalid' || !declared) return [];
    return error.errors.flatMap(({ message, pointer }) => {
      if (pointer === undefined) return [];
      const [, index, member] = POINTER.exec(pointer) ?? [];
      const { name } = (index === undefined && sent.length === 1 ? sent[0] : sent[Number(index)]) ?? {};
      return name === undefined ? [] : [{ path: pathTo(declared.rules, name, member), said: message }];
    });
  },
};

const life = ruleList(managedRulesList);

/** The hand-over: what a finished migration has saved becomes the rules. */
const fromMigration: MoveSource<Readonly<Record<string, unknown>>> = {
  type: 'zone_managed_rules_migration',
  providers: [OWN],
  versions: [0],
  identify: ({ zone_id: zone, zone_name: name, migration_state: status }) => {
    const found = ofZone(zone);
    if (!found) return withoutIds('zone_managed_rules_migration');
    const known = { ...found.known, zone_name: typeof name === 'string' ? name : null };
    return status === 'finished' ? { ...found, known } : handsOverUnfinished(found.importId, textOf(status));
  },
};

/** The managed rules of a zone. */
export const managedRules: AnyResource<Configured> = {
  ...life,
  moveSources: [fromMigration, ...(life.moveSources ?? [])],
  validate(config, diagnostics) {
    // What is executed after an exception may be a rule of others: the plan looks.
    if ((config['others'] ?? 'remove') !== 'remove') return;
    for (const problem of exceptionsWithoutEffect(config)) diagnostics.warning(problem);
  },
};

/** The place in a request that an error of the service is about (docs/internals/service.md 2.1): in a ruleset or in a rule. */
const POINTER = /^(?:\/rules\/(\d+))?(?:\/([a-z_]+))?/;

/** Members of a rule that are attributes of it. */
const ATTRIBUTES: readonly string[] = ['expression', 'description', 'enabled', 'logging'];

function pathTo(declared: ManagedRules, name: string, member: string | undefined): readonly PathStep[] {
  const index = declared.findIndex((rule) => rule.name === name);
  if (index < 0) return [];
  return ['rules', index, ...(member !== undefined && ATTRIBUTES.includes(member) ? [member] : [])];
}

/** What the state of a zone is that has not migrated, in short, and what to do about it (docs/internals/service.md 7.1). */
const UNFINISHED: Readonly<
  Record<Exclude<Status['state'], 'finished'>, readonly [inShort: string, way: string]>
> = {
  start: [
    'the zone has not migrated to the new managed rules',
    'First migrate it: declare a zone_managed_rules_migration with target_state = "finished", and apply. Then declare ' +
      'zone_managed_rules for what the migration has saved.',
  ],
  validation: [
    'the zone still validates its migration',
    'Until the migration is finished, change what the rules do with adjustments of the zone_managed_rules_migration. ' +
      'Finish it with target_state = "finished" before you declare zone_managed_rules.',
  ],
  finishing: [
    'the service is still finishing the migration',
    'Wait until it has finished (up to an hour), and plan again.',
  ],
};

/** Refuses to move a migration here before its end. */
function handsOverUnfinished(zoneId: string, status: string): Explanation {
  return {
    message: `The migration of zone ${zoneId} is in the state ${JSON.stringify(status)}, so it cannot hand over to zone_managed_rules.`,
    hint: 'Remove the moved block and finish the migration first (target_state = "finished"). If it has finished at the service, refresh the state.',
  };
}
