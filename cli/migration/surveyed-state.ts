import type { WaveApproval } from '../../lib/rollout/wave-approvals';
import { canGoOn, type Survey, type SurveyedZone } from './survey-model';

/** Why a zone cannot be approved now, as far as a survey knows; undefined if it can. */
export function obstacleOf(
  seen: SurveyedZone | undefined,
  target: WaveApproval['target'],
  { ended_at: at }: Survey,
): string | undefined {
  if (seen === undefined) return `not in the survey of ${at}`;
  const { state, result, plan } = seen;
  const because = problemOf(seen);
  if (state === 'finished' || state === 'finishing') return `${state} already`;
  if (result === 'unreadable') return `could not be read: ${because}`;
  if (target === 'validation' && state === 'start' && !seen.can_validate)
    return `its plan (${plan}) does not include validation`;
  return canGoOn(seen) ? undefined : because;
}

/** What is in the way of a zone, by the code of the problem. Zones with the same problem have the same text. */
const OBSTACLES: Readonly<Record<string, string>> = {
  uri_overrides_in_the_way: 'cannot migrate: URI-based overrides are in the way',
  too_many_firewall_rules: 'cannot migrate: too many firewall rules bypass the managed rules',
  expression_too_long: 'cannot migrate: the expression of a firewall rule exceeds 4 KB',
  zone_incompatible: 'the service does not let it migrate as it is configured',
};

function problemOf({ problems: [problem] }: SurveyedZone): string {
  if (problem === undefined) return 'the service generates no rules for it';
  return OBSTACLES[problem.code] ?? problem.message;
}

/**
 * Whether nothing of a zone has to stay declared: it was seen not to have begun after the time of an approval, if there is
 * one, or it does not exist any more.
 */
export function isNotBegun(seen: SurveyedZone | undefined, since: string | undefined): boolean {
  if (seen?.result === 'gone') return true;
  return seen?.state === 'start' && (since === undefined || Date.parse(seen.read_at) > Date.parse(since));
}

/** The state of a zone, to follow "it was approved before, and". */
export function stateInWords(seen: SurveyedZone | undefined): string {
  if (seen?.state === 'validation') return 'is in validation';
  if (seen?.state === 'finishing') return 'is finishing';
  if (seen?.state === 'finished') return 'has finished';
  return seen?.state === 'start'
    ? 'may have begun since the survey'
    : 'may have begun: the survey does not know its state';
}
