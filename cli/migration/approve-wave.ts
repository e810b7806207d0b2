import type { FleetZone } from '../../lib/fleet/fleet-zone';
import type { RolloutWave } from '../../lib/rollout/rollout-waves';
import type { ApprovedZone, WaveApproval, ZoneLeftOut } from '../../lib/rollout/wave-approvals';
import { canGoOn, type Survey, type SurveyedZone } from './survey-model';

/** What a person approves, and what is known of it. */
export interface ApprovalRequest extends Pick<WaveApproval, 'target' | 'by' | 'at' | 'ticket'> {
  readonly wave: RolloutWave;
  readonly survey: Survey;
  /** The approvals so far. */
  readonly approvals: readonly WaveApproval[];
  /** The reasons of the zones to leave out, by id. */
  readonly leaveOut: ReadonlyMap<string, string>;
}

/** An approval that can be written, or the zones because of which it cannot. */
export type ApprovalOrProblems =
  | { readonly approval: WaveApproval; readonly kept: readonly FleetZone[] }
  | { readonly problems: readonly string[] };

/**
 * The approval of a wave: the zones that can go on, with the digests of the survey; the others are left out, with the
 * reason. A zone that was approved before stays approved unless the survey has seen since then that its migration has not
 * begun: its wave declares the migration, and one that has begun cannot be destroyed. It then keeps its digest if the
 * survey has none, and is one of `kept`.
 */
export function approveWave(request: ApprovalRequest): ApprovalOrProblems {
  const { wave, survey, target, by, at, ticket } = request;
  const surveyed = new Map(survey.zones.map((zone) => [zone.id, zone]));
  const approved: [FleetZone, ApprovedZone][] = [];
  const leftOut: [FleetZone, ZoneLeftOut][] = [];
  const kept: FleetZone[] = [];
  const problems: string[] = [];
  for (const zone of [...wave.zones].sort(byName)) {
    const { id, name } = zone;
    const seen = surveyed.get(id);
    const reason = request.leaveOut.get(id);
    const refused = refusalOf(seen, target, survey);
    const digest = refused === undefined ? seen?.digest : undefined;
    const former = formerApproval(request, id);
    const mayHaveBegun = former !== undefined && !isNotBegun(seen, former.at);
    if (reason !== undefined && mayHaveBegun && !isStillDeclared(request, seen))
      problems.push(`${name}: it was approved before, and ${stateInWords(seen)}`);
    else if (reason !== undefined) leftOut.push([zone, { name, reason }]);
    else if (typeof digest === 'string') approved.push([zone, { name, digest }]);
    else if (mayHaveBegun) {
      approved.push([zone, { name, digest: former.digest }]);
      kept.push(zone);
    } else leftOut.push([zone, { name, reason: refused ?? 'has no digest in the survey' }]);
  }
  if (problems.length > 0) return { problems };
  const zones = { ...elsewhere(request, surveyed), ...byId(approved) };
  return { approval: { wave: wave.name, target, by, at, ticket, zones, leftOut: byId(leftOut) }, kept };
}

/** Why a zone cannot be approved now; undefined if it can. */
function refusalOf(
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

/** What is in the way of a zone, without the name of the zone. */
function problemOf({ id, name, problems: [problem] }: SurveyedZone): string {
  if (problem === undefined) return 'the service generates no rules for it';
  return problem.message.replace(`Zone ${name} (${id}) `, '').replace(`Zone ${id} `, '');
}

/** What was approved for a zone of this wave, and when: for this target, or for validation before it. */
function formerApproval(
  { wave, target, approvals }: ApprovalRequest,
  id: string,
): { readonly digest: string; readonly at: string } | undefined {
  const ofZone = approvals.filter(({ wave: name, zones }) => name === wave.name && id in zones);
  const former =
    ofZone.find((approval) => approval.target === target) ??
    ofZone.find((approval) => approval.target === 'validation');
  const digest = former?.zones[id]?.digest;
  return former === undefined || digest === undefined ? undefined : { digest, at: former.at };
}

/** Whether a zone was seen not to have begun after the time of an approval. */
function isNotBegun(seen: SurveyedZone | undefined, since: string): boolean {
  return seen?.state === 'start' && Date.parse(seen.read_at) > Date.parse(since);
}

/** Whether a zone that is not approved for `finished` goes on validating, by the approval for that. */
function isStillDeclared(
  { wave, target, approvals }: ApprovalRequest,
  seen: SurveyedZone | undefined,
): boolean {
  const validating = approvals.find(
    (approval) => approval.wave === wave.name && approval.target === 'validation',
  );
  return target === 'finished' && seen?.state === 'validation' && validating?.zones[seen.id] !== undefined;
}

/**
 * Zones that were approved with this wave and have left it. They stay in the approval, which the construct then refuses
 * with what to do, unless their migration has certainly not begun.
 */
function elsewhere(
  { wave, target, approvals }: ApprovalRequest,
  surveyed: ReadonlyMap<string, SurveyedZone>,
): WaveApproval['zones'] {
  const before = approvals.find((approval) => approval.wave === wave.name && approval.target === target);
  const own = new Set(wave.zones.map(({ id }) => id));
  return Object.fromEntries(
    Object.entries(before?.zones ?? {}).filter(
      ([id]) => !own.has(id) && !isNotBegun(surveyed.get(id), before?.at ?? ''),
    ),
  );
}

/** The state of a zone, to follow "it was approved before, and". */
function stateInWords(seen: SurveyedZone | undefined): string {
  if (seen?.state === 'validation') return 'is in validation';
  if (seen?.state === 'finishing') return 'is finishing';
  if (seen?.state === 'finished') return 'has finished';
  return seen?.state === 'start'
    ? 'may have begun since the survey'
    : 'may have begun: the survey does not know its state';
}

/** By code units, so that neither a locale nor the order of the inventory changes the file. */
function byName({ name: one }: FleetZone, { name: other }: FleetZone): number {
  return one < other ? -1 : 1;
}

function byId<T>(entries: readonly (readonly [FleetZone, T])[]): Readonly<Record<string, T>> {
  return Object.fromEntries(entries.map(([{ id }, entry]) => [id, entry]));
}
