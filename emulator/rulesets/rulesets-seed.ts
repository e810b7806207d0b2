import * as is from '../checks/shape';
import { timestamp } from '../service/clock';
import type { StoredPart, SeedContext } from '../service/part';
import type { Zone } from '../service/zone';
import type { Service } from '../service/service';
import { offeredManagedRulesets } from './managed-rulesets';
import { type Phase, PHASES } from './phases';
import { NAME, VERSION } from './read-bodies';
import { rulesOf } from './read-rules';
import { type Rule, type Ruleset, earlierVersions, MAX_EARLIER_VERSIONS, rulesetsOf } from './ruleset';
import { DEFAULT_NAME, newRule } from './write-ruleset';

/** A ruleset of a seed. By default, it has the next identifier, the name `default`, the version 1 and no rules. */
export interface SeedRuleset extends Partial<Omit<Ruleset, 'phase' | 'rules'>> {
  /** The phase that it belongs to. */
  readonly phase: Phase;
  /** In the order in which they apply. */
  readonly rules?: readonly SeedRule[];
  /** Earlier versions, oldest first; at most 50. @default - none */
  readonly history?: readonly SeedRulesetVersion[];
}

/** A ruleset as it was in an earlier version. */
type SeedRulesetVersion = Pick<SeedRuleset, 'description' | 'last_updated' | 'rules'> &
  Pick<Ruleset, 'version'>;

/** A rule; id, version, ref and last_updated are generated if left out. */
export type SeedRule = Partial<Rule> & Pick<Rule, 'action' | 'expression'>;

/** The kind of ids among which those of rulesets are unique. */
export const RULESET_IDS = 'rulesets';

/** The rulesets of a zone in seeds and snapshots. They must meet all requirements of the service. */
export const STORED_RULESETS: StoredPart<readonly Required<SeedRuleset>[]> = {
  member: 'rulesets',
  read: (reader, context) => {
    const rulesets = is.distinct(seedRuleset(context), ({ phase }) => phase, {
      at: 'phase',
      reason: 'the zone has at most one zone-level ruleset for each phase',
    });
    const sent = (reader && rulesets(reader)) ?? [];
    return (service) => storedRulesets(service, sent);
  },
  write: (zone) =>
    rulesetsOf(zone).map((ruleset) => ({
      ...ruleset,
      history: earlierVersions(zone, ruleset.id).map(({ version, description, rules, last_updated }) => {
        return { version, description, rules, last_updated };
      }),
    })),
};

/** A ruleset of a seed, with everything checked. */
function seedRuleset({ ids, plan, settings, shared }: SeedContext) {
  const managedRulesets = offeredManagedRulesets(shared);
  const ruleset = is.dependent(({ phase: sent }) => {
    const phase = PHASES.find((known) => known === sent);
    const context = phase && ({ phase, plan, settings, managedRulesets, refs: 'any' } as const);
    const description = is.optional(is.text(), '');
    const rules = is.optional(context ? rulesOf(context) : () => undefined, []);
    const last_updated = is.optional(is.text());
    const earlier = is.list(is.object({ version: VERSION, description, rules, last_updated }));
    const history = is.also(earlier, (sent) => {
      if (Object.keys(sent.value as object).length > MAX_EARLIER_VERSIONS)
        sent.refuse(`at most ${MAX_EARLIER_VERSIONS} earlier versions are kept`);
    });
    return is.object({
      id: is.optional(ids.of(RULESET_IDS)),
      name: is.optional(NAME, DEFAULT_NAME),
      description,
      kind: is.ignored(is.oneOf(['zone'])),
      phase: is.oneOf(PHASES),
      version: is.optional(VERSION, '1'),
      rules,
      last_updated,
      history: is.optional(history, []),
    });
  });
  return is.refusedIf(ruleset, ({ version: current, history }, sent) => {
    const items = history.length === 0 ? [] : sent.member('history').items();
    // If one was refused, it is not known which versions follow each other.
    if (items?.length !== history.length) return undefined;
    for (const [index, { version }] of history.entries()) {
      const next = history[index + 1]?.version ?? current;
      if (BigInt(version) >= BigInt(next))
        items[index]?.member('version').refuse(`it must be below the version after it, ${next}`);
    }
    return undefined;
  });
}

type SentRuleset = NonNullable<ReturnType<ReturnType<typeof seedRuleset>>>;

/** The rulesets with the identifiers and times that their seed leaves out. */
function storedRulesets(
  { clock, identifiers }: Service,
  all: readonly SentRuleset[],
): Pick<Zone, 'rulesets' | 'rulesetHistory'> {
  const time = timestamp(clock.now());
  const rulesets = new Map<Phase, Ruleset>();
  const rulesetHistory = new Map<string, readonly Ruleset[]>();
  for (const { id: sentId, name, phase, history, ...current } of all) {
    const id = sentId ?? identifiers.next();
    const stored = (sent: (typeof history)[number]): Ruleset => ({
      ...{ id, name, description: '', kind: 'zone', phase },
      ...current,
      ...sent,
      rules: sent.rules.map((rule) => ({
        ...newRule(rule, rule.id ?? identifiers.next(), rule.last_updated ?? time),
        version: rule.version ?? '1',
      })),
      last_updated: sent.last_updated ?? time,
    });
    rulesets.set(phase, stored(current));
    if (history.length > 0) rulesetHistory.set(id, history.map(stored));
  }
  return { rulesets, rulesetHistory };
}
