import {
  formatApproval,
  isAhead,
  savedRulesInWords,
  type MigrationState,
  type Problem,
  type TargetState,
} from '../../schema';
import type { ListedZone } from '../api';
import { zoneInWords } from '../resources/messages';
import { approvalOf } from '../resources/migration/approval';
import { replacedRules } from '../resources/migration/changes';
import {
  findLosses,
  isBelowEnterprise,
  overrideInWords,
  shownLoss,
  type ShownLoss,
} from '../resources/migration/previous-waf';
import { PROBLEM } from '../resources/migration/problems';
import { statedByCheck, statusIfKept } from '../resources/migration/status';
import { computeTransition, type TransitionOrProblems } from '../resources/migration/transition';
import type { AdoptionService } from './service';

/** Where a zone's migration is, and what a plan of the step that lies ahead would show. */
export interface ZoneMigration {
  /** `retired` where the service no longer says. */
  readonly state: MigrationState | 'retired';
  /** The step that lies ahead; null if none does. */
  readonly step: TargetState | null;
  /** Why the service does not offer the step, in the words of a plan; empty if it does. */
  readonly problems: readonly Problem[];
  /** What has to be approved for the step, without adjustments; null if none is offered. */
  readonly approved_digest: string | null;
  /** The rules that the step saves, each in words; null while they are not known. */
  readonly rules: readonly string[] | null;
  /** Other rules of the new managed rules that are there, and that these replace. */
  readonly replaced_rules: readonly string[];
  /** The URI-based overrides that have to be deleted first. */
  readonly deleted_uri_overrides: readonly string[];
  /** What is known not to carry over; null where no step is offered. */
  readonly not_carried_over: readonly ShownLoss[] | null;
  /** Why that may not be all; null if it is. */
  readonly losses_unknown_because: string | null;
  /** Since when a zone in validation has the rules that it has, ISO 8601 in UTC; null if the service does not say. */
  readonly rules_saved_at: string | null;
}

/** All but the state of a zone without a step that can be approved. */
export const NOTHING_AHEAD = {
  step: null,
  problems: [],
  approved_digest: null,
  rules: null,
  replaced_rules: [],
  deleted_uri_overrides: [],
  not_carried_over: null,
  losses_unknown_because: null,
  rules_saved_at: null,
} as const;

/**
 * Reads what a plan of a step would show, with its code and no more than its requests: the status alone of a zone that
 * has no step ahead.
 *
 * @param wanted the step. @default the next one: validation where the zone's plan may include it
 * @throws ServiceError if the service refuses or does not answer; MigrationProblem for a state that is not known
 */
export async function readZoneMigration(
  { id: zoneId, name, plan }: ListedZone,
  { configured }: Pick<AdoptionService, 'configured'>,
  signal: AbortSignal,
  wanted?: TargetState,
): Promise<ZoneMigration> {
  // Messages name the zone as the list does, so that they ask for nothing, and an interruption leaves none without a name.
  const read = {
    ...configured.reads,
    listedDetails: () => Promise.resolve({ name: name === '' ? null : name, plan }),
  };
  const reads = statedByCheck(read);
  const status = await statusIfKept(reads, zoneId, signal);
  if (!status) return { ...NOTHING_AHEAD, state: 'retired' };
  const { state } = status;
  const canValidate = state === 'start' && !isBelowEnterprise(plan);
  const target = wanted ?? (canValidate ? 'validation' : 'finished');
  if (!isAhead(target, state)) return { ...NOTHING_AHEAD, state };
  const refused = (problems: readonly Problem[]): ZoneMigration => ({
    ...NOTHING_AHEAD,
    ...{ state, step: target, problems },
  });
  if (target === 'validation' && !canValidate)
    return refused([PROBLEM.validation_not_included(zoneInWords(zoneId, name), String(plan))]);
  // The service checks a zone only at its beginning (docs/internals/service.md 7.4).
  const compatible = state !== 'start' || (await reads.checkCompatibility(zoneId, { signal })).compatible;
  const inputs = {
    ...{ zoneId, target, acknowledged: false, approved: null, adjustments: {}, waits: true },
    ...{ skipsIncompatible: true },
  };
  const compute = (deleteUriOverrides: boolean): Promise<TransitionOrProblems> =>
    // What is in the way is said with the word of the status, as in a plan.
    computeTransition(compatible ? reads : read, { ...inputs, deleteUriOverrides }, null, signal);
  let transition = await compute(!compatible);
  // Overrides may be in the way of a zone in validation, too.
  const problems = 'base' in transition ? transition.base.skippedBecause : [];
  if (problems.length > 0 && problems.every(({ code }) => code === 'uri_overrides_in_the_way'))
    transition = await compute(true);
  if ('problems' in transition) return refused(transition.problems);
  const { base, shown, saved, entryPoint } = transition;
  if (base.skippedBecause.length > 0) return refused(base.skippedBecause);
  const losses = await findLosses(reads, zoneId, signal);
  return {
    ...{ state, step: target, problems: [] },
    approved_digest: formatApproval(await approvalOf(inputs, transition, losses)),
    rules: base.deletesOnly ? null : savedRulesInWords(shown),
    replaced_rules: savedRulesInWords(replacedRules(transition)),
    deleted_uri_overrides: base.deletions.map(overrideInWords),
    not_carried_over: losses.known.map(shownLoss),
    losses_unknown_because: losses.unknownBecause,
    rules_saved_at: state === 'validation' && saved.length > 0 ? timeOf(entryPoint?.last_updated) : null,
  };
}

function timeOf(text = ''): string | null {
  const time = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
