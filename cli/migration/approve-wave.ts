import type { IdentifiedZone } from '../../lib/fleet/fleet-zone';
import type { RolloutWave } from '../../lib/rollout/rollout-waves';
import {
  isByPerson,
  type ApprovedZone,
  type WaveApproval,
  type ZoneLeftOut,
} from '../../lib/rollout/wave-approvals';
import { isIrreversible } from '../../schema';
import { type ApprovalRequest, asDecided, formerDecisions, type FormerDecisions } from './former-decisions';
import { canGoOn, type Survey, type SurveyedZone } from './survey-model';

/** Why an entry of an approval is as it was, or has no digest. */
export const REMARKS = ['begun', 'not surveyed', 'left out by a person', 'taken over'] as const;

export type Remark = (typeof REMARKS)[number];

/** What becomes of a zone; the remark is for the approver. */
type Entry =
  | { readonly approved: ApprovedZone; readonly remark?: Remark }
  | { readonly leftOut: ZoneLeftOut; readonly remark?: Remark }
  | { readonly unvalidated: string }
  | { readonly problem: string };

/** An approval that can be written, or the zones because of which it cannot. */
type ApprovalOrProblems =
  | MadeApproval
  | { readonly problems: readonly string[] }
  /** Zones that could validate first, and nobody said why they do not. */
  | { readonly unvalidated: readonly string[] };

export interface MadeApproval {
  readonly approval: WaveApproval;
  /** By the ids of the zones. */
  readonly remarks: ReadonlyMap<string, Remark>;
}

/**
 * The approval of a wave: the zones that can go on, with the digests of the survey; the others are left out, with the
 * reason. What the survey does not have stays as it was, and so does a zone that a person has left out.
 *
 * A zone that was approved before stays approved unless the survey has seen since then that its migration has not
 * begun: its wave declares the migration, and one that has begun cannot be destroyed. It then keeps its digest if the
 * survey has none.
 */
export function approveWave(request: ApprovalRequest): ApprovalOrProblems {
  const { wave, survey, target, by, at, ticket } = request;
  const surveyed = new Map(survey.zones.map((zone) => [zone.id, zone]));
  const entries = [...wave.zones]
    .sort(byName)
    .map((zone) => [zone.id, entryOf(request, zone, surveyed.get(zone.id))] as const);
  const problems = entries.flatMap(([, entry]) => ('problem' in entry ? [entry.problem] : []));
  if (problems.length > 0) return { problems };
  const unvalidated = entries.flatMap(([, entry]) => ('unvalidated' in entry ? [entry.unvalidated] : []));
  if (unvalidated.length > 0) return { unvalidated };
  const approved = entries.flatMap(([id, entry]) => ('approved' in entry ? [[id, entry.approved]] : []));
  const leftOut = entries.flatMap(([id, entry]) => ('leftOut' in entry ? [[id, entry.leftOut]] : []));
  const zones = {
    ...zonesThatLeft(request, surveyed),
    ...Object.fromEntries(approved),
  } as WaveApproval['zones'];
  const remarks = entries.flatMap(([id, entry]) =>
    'remark' in entry && entry.remark !== undefined ? [[id, entry.remark] as const] : [],
  );
  return {
    approval: {
      ...{ wave: wave.name, target, by, at, ticket, zones },
      leftOut: Object.fromEntries(leftOut) as WaveApproval['leftOut'],
    },
    remarks: new Map(remarks),
  };
}

/** How far a wave may go unless its approver says otherwise: what ends nothing comes first. */
export function usualTarget({ zones }: RolloutWave, survey: Survey): WaveApproval['target'] {
  const own = new Set(zones.map(({ id }) => id));
  return survey.zones.some((zone) => own.has(zone.id) && canGoOn(zone) && couldValidate(zone))
    ? 'validation'
    : 'finished';
}

/** Whether a zone has validation before it. */
function couldValidate(seen: SurveyedZone | undefined): boolean {
  return seen?.state === 'start' && seen.can_validate;
}

function entryOf(
  request: ApprovalRequest,
  { id, name }: IdentifiedZone,
  seen: SurveyedZone | undefined,
): Entry {
  const { target, survey, takeIn } = request;
  const former = formerDecisions(request, id);
  const { approved, leftOut } = former;
  const reason = request.leaveOut.get(id);
  if (reason !== undefined) return leftOutNow(request, name, reason, former, seen);
  if (leftOut && isByPerson(leftOut) && !takeIn.has(id))
    return { leftOut: asDecided(request, { ...leftOut, name }), remark: 'left out by a person' };
  const keep = (remark: Remark, entry = approved): Entry | undefined =>
    entry && { approved: asDecided(request, { ...entry, name }), remark };
  if (seen === undefined) {
    const kept = keep('not surveyed');
    if (kept) return kept;
    if (leftOut && !isByPerson(leftOut))
      return { leftOut: asDecided(request, { ...leftOut, name }), remark: 'not surveyed' };
  }

  const because = obstacleOf(seen, target, survey);
  const digest = because === undefined ? seen?.digest : undefined;
  if (typeof digest === 'string') {
    if (approved?.digest === digest) return { approved: asDecided(request, { ...approved, name }) };
    if (target === 'validation' || !couldValidate(seen)) return { approved: { name, digest } };
    return request.skipValidation === undefined
      ? { unvalidated: name }
      : { approved: { name, digest, skips_validation: request.skipValidation } };
  }
  const isOver = isIrreversible(seen?.state ?? 'start');
  const { validating } = former;
  // A migration that finished beyond its approval for validation cannot be declared for validation any more.
  const declared =
    approved ?? (isOver && validating ? { ...validating, ...decisionNow(request) } : undefined);
  if (declared && !isNotBegun(seen, former.writtenAt)) return keep('begun', declared) as Entry;
  if (isOver && target === 'finished' && takeIn.has(id))
    return { approved: { name, digest: null }, remark: 'taken over' };
  const until = new Date(survey.ended_at).toISOString();
  return { leftOut: { name, reason: because ?? 'has no digest in the survey', survey: until } };
}

/** What becomes of a zone that the approver leaves out. */
function leftOutNow(
  request: ApprovalRequest,
  name: string,
  reason: string,
  { approved, writtenAt, validating, leftOut }: FormerDecisions,
  seen: SurveyedZone | undefined,
): Entry {
  const goesOnValidating = validating !== undefined && !isIrreversible(seen?.state ?? 'start');
  const isDeclared = approved !== undefined || validating !== undefined;
  const isSafe = goesOnValidating && (approved === undefined || seen?.state === 'validation');
  if (isDeclared && !isSafe && !isNotBegun(seen, writtenAt))
    return { problem: `${name}: it was approved before, and ${stateInWords(seen)}` };
  return {
    leftOut:
      leftOut && isByPerson(leftOut) && leftOut.reason === reason
        ? asDecided(request, { ...leftOut, name })
        : { name, reason },
  };
}

function decisionNow({ by, at, ticket }: ApprovalRequest): Pick<WaveApproval, 'by' | 'at' | 'ticket'> {
  return { by, at, ticket };
}

/**
 * Zones that were approved with this wave and have left it. They stay in the approval, which the construct then refuses
 * with what to do, unless their migration has certainly not begun.
 */
function zonesThatLeft(
  request: ApprovalRequest,
  surveyed: ReadonlyMap<string, SurveyedZone>,
): WaveApproval['zones'] {
  const { wave, target, approvals } = request;
  const before = approvals.find((approval) => approval.wave === wave.name && approval.target === target);
  const own = new Set(wave.zones.map(({ id }) => id));
  const kept = Object.keys(before?.zones ?? {}).flatMap((id) => {
    if (own.has(id) || isNotBegun(surveyed.get(id), before?.at)) return [];
    const { approved } = formerDecisions(request, id);
    return approved ? [[id, asDecided(request, approved)] as const] : [];
  });
  return Object.fromEntries(kept);
}

/** By code units, so that neither a locale nor the order of the inventory changes the file. */
function byName({ name: one }: IdentifiedZone, { name: other }: IdentifiedZone): number {
  return one < other ? -1 : 1;
}

/** Why a zone cannot be approved now, as far as a survey knows; undefined if it can. */
function obstacleOf(
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
function isNotBegun(seen: SurveyedZone | undefined, since: string | undefined): boolean {
  if (seen?.result === 'gone') return true;
  return seen?.state === 'start' && (since === undefined || Date.parse(seen.read_at) > Date.parse(since));
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
