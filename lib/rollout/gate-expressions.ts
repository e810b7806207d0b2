import type { Precondition } from 'cdktf';
import { MIGRATION_STATES } from '../../schema';
import type { WaveApproval } from './wave-approvals';
import { comingBefore, hasReached, statesOnTheWayTo } from './wave-order';

type Target = WaveApproval['target'];

/** A message lists at most so many zones. */
export const MOST_LISTED = 20;

/** The names of the zones that are finishing, as an expression. @param statuses the address of statuses by name */
export function finishing(statuses: string): string {
  return `[for name, zone in ${statuses} : name if zone.migration_state == "finishing"]`;
}

/** The zones that have not reached a target, and are not finishing, each with its state, as an expression. */
export function notReached(statuses: string, target: Target): string {
  return zonesOutside(statuses, statesOnTheWayTo(target));
}

/** The zones that have not reached a target yet, each with its state, as an expression. */
export function notYetReached(statuses: string, target: Target): string {
  return zonesOutside(
    statuses,
    MIGRATION_STATES.filter((state) => hasReached(state, target)),
  );
}

function zonesOutside(statuses: string, states: readonly string[]): string {
  return (
    `[for name, zone in ${statuses} : format("%s (%s)", name, zone.migration_state) ` +
    // A zone that was deleted waits for nothing, and nothing waits for it.
    `if !contains(${JSON.stringify([...states, 'gone'])}, zone.migration_state)]`
  );
}

/**
 * The zones of which the status is read, as an expression: all of them while a zone of the gate's own wave still has to
 * begin, none afterwards. A migration does not go back, so then there is nothing left to hold.
 *
 * @param ids the address of the ids by name
 * @param stillToBegin the address of a list
 */
export function whileAnyOf(stillToBegin: string, ids: string): string {
  return `{for name, id in ${ids} : name => id if length(${stillToBegin}) > 0}`;
}

/** A wave that may be held back. */
export interface HeldWave {
  readonly wave: string;
  readonly target: Target;
}

/** The wave before, and what a gate compares of it. */
export interface WaveBefore {
  readonly name: string;
  readonly stack: string;
  /** How many of its zones are approved. */
  readonly zones: number;
  /** The addresses of lists of its zones. */
  readonly finishing: string;
  readonly notReached: string;
  readonly stopAfterFailures: number;
}

/**
 * What holds a wave back. Each condition is about one thing, and each message names the zones that it is about. The
 * engine evaluates a message even when its condition holds.
 */
export function waveConditions(held: HeldWave, before: WaveBefore): Precondition[] {
  const inWave = `in wave ${literal(before.name)}`;
  const stillFinishing = heldWhileAny(held, before.finishing, before.zones, {
    what: `Still finishing ${inWave}`,
    advice: 'Plan again when they have finished.',
  });
  // A wave in which no zone has reached the target has failed, however few zones it has.
  const most = Math.min(before.stopAfterFailures, before.zones);
  const tooManyFailed = {
    ...heldWhileAny(held, before.notReached, before.zones, {
      what: `${NOT_REACHED[held.target]} ${inWave}`,
      advice:
        `The rollout stops after ${most}. Plan and apply ${literal(before.stack)}: it says what is ` +
        `wrong with a zone. Or leave the zone out: zonewright migration approve --wave ${literal(before.name)} ` +
        '--leave-out ZONE=REASON, with the other options of its approval.',
    }),
    condition: `\${length(${before.notReached}) < ${most}}` as never,
  };
  // A zone that finishes has reached validation.
  return held.target === 'finished' ? [stillFinishing, tooManyFailed] : [tooManyFailed];
}

const NOT_REACHED: Readonly<Record<Target, string>> = {
  finished: 'Not finished',
  validation: 'Not validating',
};

/** Earlier waves that are not approved, and what a gate compares of them. */
export interface UnapprovedBefore {
  readonly names: readonly string[];
  readonly zones: number;
  /** The address of a list of their zones. */
  readonly notYetReached: string;
}

/** What holds a wave back that is approved before an earlier one. */
export function unapprovedCondition(held: HeldWave, before: UnapprovedBefore): Precondition {
  const names = before.names.map(literal);
  const { text, isOne } = comingBefore(names);
  return heldWhileAny(held, before.notYetReached, before.zones, {
    what: `Neither approved for ${held.target} nor there yet in ${isOne ? 'wave' : 'waves'} ${text}`,
    advice:
      `Approve ${isOne ? 'that wave' : 'those waves'} first: zonewright migration approve --wave ${names[0]}, with its ` +
      'other options. A zone that is not to migrate now can be left out of its wave: --leave-out ZONE=REASON.',
  });
}

/** @param zones the address of a list @param count how many zones there are */
function heldWhileAny(
  { wave }: HeldWave,
  zones: string,
  count: number,
  { what, advice }: { readonly what: string; readonly advice: string },
): Precondition {
  const some = `\${join(", ", slice(${zones}, 0, min(${MOST_LISTED}, length(${zones}))))}`;
  const others = `\${length(${zones}) > ${MOST_LISTED} ? " and others" : ""}`;
  return {
    condition: `\${length(${zones}) == 0}` as never,
    errorMessage:
      `Wave ${literal(wave)} is held back, and this plan changes none of its zones. ${what} ` +
      `(\${length(${zones})} of ${count}): ${some}${others}. ${advice}`,
  };
}

/** A text as the engine's JSON syntax takes it: nothing in it is evaluated. */
export function literal(text: string): string {
  return text.replaceAll(/([$%])\{/g, '$1$1{');
}
