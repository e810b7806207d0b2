import { PHASE_MANAGED_RULES } from '../../../schema';
import {
  ServiceError,
  type GeneratedRule,
  type MigrationTrigger,
  type Rule,
  type Ruleset,
  type ZoneClient,
} from '../../api';
import { MigrationProblem } from '../../managed-rules/migration-problem';
import { digestOf, savedRules } from '../../managed-rules/saved-rule';
import { readStanding } from '../../managed-rules/standing';
import { changedSincePlan } from './refusals';
import { refusedByService } from './service-refusals';
import type { Survey } from './survey';

/** How often the same rules are sent at most, when it cannot be told whether they arrived. */
const MOST_TRIES = 3;

/**
 * Saves the surveyed rules, as a step of the migration where it is one. After a lost answer the zone is looked at: what
 * arrived is not sent again, what did not is sent again unchanged, and what somebody else did meanwhile is left alone.
 *
 * @param zone the zone in messages
 * @returns the entry point as saved; undefined when the service has none, which saving no rules can come to
 * @throws ServiceError, MigrationProblem
 */
export async function saveRules(
  api: ZoneClient,
  zoneId: string,
  found: Survey,
  signal: AbortSignal,
  zone = zoneId,
): Promise<Ruleset | undefined> {
  const { name, rules, trigger } = found;
  for (let tries = 1; ; tries += 1) {
    try {
      return await api.saveManagedRules(
        zoneId,
        { name, rules: rules.map((rule) => asSent(rule, trigger)) },
        trigger,
        { signal },
      );
    } catch (error) {
      if (!(error instanceof ServiceError) || error.kind === 'cancelled') throw error;
      const inDoubt = error.outcome === 'unknown';
      if (inDoubt || tries > 1) {
        const arrived = await whatArrived(api, zoneId, found, signal, zone);
        if (arrived !== undefined) return arrived.entryPoint;
      }
      if (!inDoubt || tries === MOST_TRIES) throw refusedByService(zone, found, error);
    }
  }
}

/**
 * The entry point, when the zone has the rules and stands behind the step; undefined when it is as it was before.
 *
 * @throws MigrationProblem when it is neither
 */
async function whatArrived(
  api: ZoneClient,
  zoneId: string,
  { standing, trigger, digest, saved }: Survey,
  signal: AbortSignal,
  zone: string,
): Promise<{ readonly entryPoint: Ruleset | undefined } | undefined> {
  const [now, entryPoint] = await Promise.all([
    readStanding(api, zoneId, signal),
    api.getEntrypoint(zoneId, PHASE_MANAGED_RULES, { signal }),
  ]);
  const there = digestOf(savedRules(entryPoint?.rules ?? []));
  const moved = now.state !== standing.state;
  const isStep = trigger !== undefined && trigger !== standing.state;
  if (there === digest && (moved || !isStep)) return { entryPoint };
  if (there === digestOf(saved) && !moved) return undefined;
  const seen = `somebody else changed it while it was saved (its rules have the digest ${there}, and not ${digest})`;
  throw new MigrationProblem(changedSincePlan(zone, seen, now));
}

/**
 * A generated rule goes back as it came, its identity included (docs/service.md 7.4). A saved one goes without what the service
 * numbers; its id keeps it the same rule.
 */
function asSent(rule: GeneratedRule | Rule, trigger: MigrationTrigger | undefined): GeneratedRule | Rule {
  if (trigger !== undefined) return rule;
  const { version: _version, last_updated: _time, ...kept } = rule;
  return kept as GeneratedRule;
}
