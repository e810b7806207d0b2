import { present } from '../checks/json';
import * as is from '../checks/shape';
import { DocumentIds } from '../service/identifiers';
import type { SharedPart } from '../service/part';
import { type Plan, PLANS } from '../service/zone';
import type { ManagedRule, ManagedRuleset, OfferedManagedRuleset } from './managed-ruleset';
import { MANAGED_PHASE } from './phases';
import { NAME, VERSION } from './read-bodies';
import { refOf, SAMPLE_TIME } from './managed-rulesets';

/**
 * A managed ruleset of a seed, besides the emulator's samples or, with the id of one, in its place. It has the form in
 * which the service returns it, so that a recorded answer can be used. By default, it has version 1, no rules, the time
 * 2024-06-18T09:00:00Z, and is of the phase `http_request_firewall_managed`.
 */
export interface SeedManagedRuleset
  extends Partial<Omit<ManagedRuleset, 'id' | 'name' | 'rules'>>, Pick<ManagedRuleset, 'id' | 'name'> {
  /** The plans whose zones can execute it. @default - all */
  readonly plans?: readonly Plan[];
  /** Its rules. @default - none */
  readonly rules?: readonly SeedManagedRule[];
}

/**
 * A rule of a managed ruleset of a seed. By default, it is enabled, has no category, does not act on the anomaly score, and
 * has the version and the time of the ruleset, and a `ref` that is derived from its id.
 */
export type SeedManagedRule = Partial<ManagedRule> & Pick<ManagedRule, 'id' | 'action'>;

/** The managed rulesets of seeds and snapshots; the emulator's samples are not in them. */
export const SHARED_MANAGED_RULESETS: SharedPart<readonly Required<Omit<SeedManagedRuleset, 'source'>>[]> = {
  member: 'managed_rulesets',
  read: (reader) => {
    const ids = new DocumentIds();
    const rulesets = is.list((item) => managedRuleset(ids)(item));
    return { managedRulesets: (reader && rulesets(reader)) ?? [] };
  },
  write: ({ managedRulesets }) => managedRulesets.map(({ plans, ruleset }) => ({ plans, ...ruleset })),
};

/** A managed ruleset. @param ids of those before it */
function managedRuleset(ids: DocumentIds): is.Shape<OfferedManagedRuleset> {
  const ruleIds = new DocumentIds();
  const rule = is.object({
    id: ruleIds.of('rules'),
    action: is.text(/^[a-z_]+$/, 'lower-case letters and _'),
    description: is.optional(is.text(), ''),
    categories: is.optional(is.nonEmpty(is.distinct(is.text(/\S/, 'a category')))),
    enabled: is.optional(is.flag, true),
    score_threshold: is.optional(is.count),
    version: is.optional(VERSION),
    ref: is.optional(is.text()),
    last_updated: is.optional(is.timeText),
  });
  const ruleset = is.object({
    id: ids.of('managed rulesets'),
    name: NAME,
    phase: is.optional(is.text(/^[a-z][a-z0-9_]*$/, 'the name of a phase'), MANAGED_PHASE),
    plans: is.optional(is.nonEmpty(is.distinct(is.oneOf(PLANS))), PLANS),
    kind: is.ignored(is.oneOf(['managed'])),
    description: is.optional(is.text(), ''),
    source: is.optional(is.text()),
    version: is.optional(VERSION, '1'),
    last_updated: is.optional(is.timeText, SAMPLE_TIME),
    rules: is.optional(is.list(rule), []),
  });
  return is.mapped(
    ruleset,
    ({ id, name, phase, plans, description, source, version, last_updated, rules }) => ({
      plans,
      ruleset: {
        id,
        name,
        description,
        ...present({ source }),
        kind: 'managed',
        version,
        rules: rules.map((sent) => ({
          id: sent.id,
          version: sent.version ?? version,
          action: sent.action,
          ...present({ categories: sent.categories, score_threshold: sent.score_threshold }),
          description: sent.description,
          last_updated: sent.last_updated ?? last_updated,
          ref: sent.ref ?? refOf(sent.id),
          enabled: sent.enabled,
        })),
        last_updated,
        phase,
      },
    }),
  );
}
