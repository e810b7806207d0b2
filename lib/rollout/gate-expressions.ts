import type { Precondition } from 'cdktf';
import type { WaveApproval } from './wave-approvals';

type Target = WaveApproval['target'];

/** The states in which a zone has reached a target, or certainly will. */
const REACHED: Readonly<Record<Target, readonly string[]>> = {
  validation: ['validation', 'finishing', 'finished'],
  finished: ['finishing', 'finished'],
};

/** A message lists at most so many zones. */
const MOST_LISTED = 20;

/** The names of the zones that are finishing, as an expression. @param statuses the address of statuses by name */
export function finishing(statuses: string): string {
  return `[for name, zone in ${statuses} : name if zone.migration_state == "finishing"]`;
}

/** The zones that have not reached a target, each with its state, as an expression. */
export function notReached(statuses: string, target: Target): string {
  return (
    `[for name, zone in ${statuses} : format("%s (%s)", name, zone.migration_state) ` +
    `if !contains(${JSON.stringify(REACHED[target])}, zone.migration_state)]`
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

/** What a gate compares and says. */
export interface HeldWave {
  /** The addresses of the lists of zones of the wave before. */
  readonly finishing: string;
  readonly notReached: string;
  readonly wave: string;
  readonly target: Target;
  /** The wave before, its stack, and how many of its zones are approved. */
  readonly before: string;
  readonly stackBefore: string;
  readonly zonesBefore: number;
  readonly stopAfterFailures: number;
}

/**
 * What holds a wave back. Each condition is about one thing, and each message names the zones that it is about. The
 * engine evaluates a message even when its condition holds.
 */
export function waveConditions(held: HeldWave): Precondition[] {
  const stillFinishing: Precondition = {
    condition: `\${length(${held.finishing}) == 0}` as never,
    errorMessage: messageOf(held, held.finishing, 'Still finishing', 'Plan again when they have finished.'),
  };
  // A wave in which no zone has reached the target has failed, however few zones it has.
  const most = Math.min(held.stopAfterFailures, held.zonesBefore);
  const tooManyFailed: Precondition = {
    condition: `\${length(${held.notReached}) < ${most}}` as never,
    errorMessage: messageOf(
      held,
      held.notReached,
      held.target === 'finished' ? 'Not finished' : 'Not validating',
      `The rollout stops after ${most}. Plan and apply ${literal(held.stackBefore)}: it says what is ` +
        `wrong with a zone. Or leave the zone out: zonewright migration approve --wave ${literal(held.before)} ` +
        '--leave-out ZONE=REASON, with the other options of its approval.',
    ),
  };
  // A zone that finishes has reached validation.
  return held.target === 'finished' ? [stillFinishing, tooManyFailed] : [tooManyFailed];
}

function messageOf(
  { wave, before, zonesBefore }: HeldWave,
  zones: string,
  what: string,
  advice: string,
): string {
  const some = `\${join(", ", slice(${zones}, 0, min(${MOST_LISTED}, length(${zones}))))}`;
  const others = `\${length(${zones}) > ${MOST_LISTED} ? " and others" : ""}`;
  return (
    `Wave ${literal(wave)} is held back, and this plan changes none of its zones. ${what} in wave ${literal(before)} ` +
    `(\${length(${zones})} of ${zonesBefore}): ${some}${others}. ${advice}`
  );
}

/** A text as the engine's JSON syntax takes it: nothing in it is evaluated. */
export function literal(text: string): string {
  return text.replaceAll(/([$%])\{/g, '$1$1{');
}
