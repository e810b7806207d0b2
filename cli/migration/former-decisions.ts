import type { RolloutWave } from '../../lib/rollout/rollout-waves';
import type { Survey } from './survey-model';
import {
  isByPerson,
  type ApprovedZone,
  type Decision,
  type WaveApproval,
  type ZoneLeftOut,
} from '../../lib/rollout/wave-approvals';

/** What a person approves, and what is known of it. */
export interface ApprovalRequest extends Pick<WaveApproval, 'target' | 'by' | 'at' | 'ticket'> {
  readonly wave: RolloutWave;
  readonly survey: Survey;
  /** The approvals so far. */
  readonly approvals: readonly WaveApproval[];
  /** The reasons of the zones to leave out, by id. */
  readonly leaveOut: ReadonlyMap<string, string>;
  /** Why zones finish that could validate first. @default - none does */
  readonly skipValidation?: string;
  /** The ids of zones that a person has left out, or that have finished, and that are approved now. */
  readonly takeIn: ReadonlySet<string>;
}

/** What the approvals say of a zone, and what is approved now. */
type Request = Pick<ApprovalRequest, 'wave' | 'target' | 'approvals' | 'by' | 'at' | 'ticket'>;

/** What was decided of a zone of this wave, and by whom. */
export interface FormerDecisions {
  /** The approval for the same target. */
  readonly approved?: ApprovedZone & Decision;
  /** When the approval was written that has it; another time than that of its decision if it was written again. */
  readonly writtenAt?: string;
  /** The approval for validation, when the zone is approved for finished now. */
  readonly validating?: ApprovedZone & Decision;
  /** Why it was left out. A person who leaves a zone out of validation also leaves it out of what follows. */
  readonly leftOut?: ZoneLeftOut & Decision;
}

/** What the approvals so far say of a zone. */
export function formerDecisions({ wave, target, approvals }: Request, id: string): FormerDecisions {
  const ofWave = approvals.filter((approval) => approval.wave === wave.name);
  const same = ofWave.find((approval) => approval.target === target);
  const earlier = target === 'finished' ? ofWave.find((one) => one.target === 'validation') : undefined;
  const approved = decided(same, same?.zones[id]);
  const validating = decided(earlier, earlier?.zones[id]);
  const own = decided(same, same?.leftOut[id]);
  const before = approved === undefined ? decided(earlier, earlier?.leftOut[id]) : undefined;
  const leftOut = own ?? (before && isByPerson(before) ? before : undefined);
  return {
    ...(approved && same && { approved, writtenAt: same.at }),
    ...(validating && { validating }),
    ...(leftOut && { leftOut }),
  };
}

/** Who decided what an entry of an approval says. */
export function decisionOf(approval: Decision, entry: Partial<Decision>): Decision {
  const { by, at, ticket } = { ...approval, ...entry };
  return { by, at, ticket };
}

/** An entry of the new approval which keeps its own decision, where that is another one. */
export function asDecided<Entry extends Partial<Decision>>(
  { by, at, ticket }: Decision,
  entry: Entry & Decision,
): Entry {
  const { by: ownBy, at: ownAt, ticket: ownTicket, ...rest } = entry;
  const isSame = ownBy === by && ownAt === at && ownTicket === ticket;
  return (isSame ? rest : { ...rest, by: ownBy, at: ownAt, ticket: ownTicket }) as Entry;
}

function decided<Entry extends object>(
  approval: WaveApproval | undefined,
  entry: Entry | undefined,
): (Entry & Decision) | undefined {
  if (approval === undefined || entry === undefined) return undefined;
  return { ...entry, ...decisionOf(approval, entry) };
}
