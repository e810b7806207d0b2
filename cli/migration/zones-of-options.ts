import type { FleetZone } from '../../lib/fleet/fleet-zone';
import type { RolloutWave } from '../../lib/rollout/rollout-waves';
import { nearest } from '../../schema';
import type { ApproveOptions } from './options';
import { CommandFailure, EXIT_USAGE } from '../terminal/failure';
import { oneLineOf } from './one-line-text';
import type { ApprovalRequest } from './former-decisions';
import { namesInWords } from './survey-terminal';

/**
 * The zones of `--leave-out` and `--take-in`.
 *
 * @throws CommandFailure for a zone that is not in the wave, or is named twice, and for a reason that is missing
 */
export function zonesOfOptions(
  wave: RolloutWave,
  { leaveOut: reasons = [], takeIn: named = [] }: Pick<ApproveOptions, 'leaveOut' | 'takeIn'>,
): Pick<ApprovalRequest, 'leaveOut' | 'takeIn'> {
  const leaveOut = new Map<string, string>();
  for (const text of reasons) {
    const at = text.indexOf('=');
    const zone = zoneOf(wave, '--leave-out', text, at === -1 ? text : text.slice(0, at));
    if (at === -1 || text.slice(at + 1).trim() === '')
      throw wrong('--leave-out', `there is no reason to leave ${zone.name} out`, text, [
        `say why, for those who come after you: --leave-out "${zone.name}=waits for OPS-2"`,
      ]);
    if (leaveOut.has(zone.id))
      throw wrong('--leave-out', `${zone.name} is left out twice`, text, ['give one reason']);
    leaveOut.set(zone.id, oneLineOf('the reason of --leave-out', text.slice(at + 1)));
  }
  const takeIn = new Set<string>();
  for (const text of named) {
    const zone = zoneOf(wave, '--take-in', text, text);
    if (leaveOut.has(zone.id))
      throw wrong('--take-in', `${zone.name} is both left out and taken in`, text, [
        'give one of the options',
      ]);
    takeIn.add(zone.id);
  }
  return { leaveOut, takeIn };
}

type ZoneOption = '--leave-out' | '--take-in';

function zoneOf({ name, zones }: RolloutWave, option: ZoneOption, text: string, written: string): FleetZone {
  const wanted = written.trim();
  const zone = zones.find((each) => each.id === wanted || each.name === wanted);
  if (zone) return zone;
  const names = zones.map((each) => each.name);
  const meant = nearestZone(wanted, names);
  throw wrong(option, `${wanted} is not a zone of the wave ${name}`, text, [
    ...(meant === undefined ? [] : [`did you mean ${meant}?`]),
    `name a zone by its name in the inventory or its id; this wave has ${namesInWords(names)}`,
  ]);
}

/** Zones of one domain differ in their first label only, so that has to be near, too. */
function nearestZone(written: string, names: readonly string[]): string | undefined {
  const isNear = (name: string): boolean => {
    const [label, other] = [written, name].map((each) => each.split('.', 1)[0] ?? '') as [string, string];
    return label === other || nearest(label, [other]) !== undefined;
  };
  return nearest(written, names.filter(isNear));
}

function wrong(option: ZoneOption, message: string, seen: string, hints: readonly string[]): CommandFailure {
  const form = option === '--leave-out' ? 'ZONE=REASON' : 'ZONE';
  return new CommandFailure(
    {
      code: option === '--leave-out' ? 'leave_out' : 'take_in',
      message,
      seen: [`${option} ${JSON.stringify(seen)}`],
      allowed: [`${option} ${form}, with a zone of the wave`],
      hints,
    },
    EXIT_USAGE,
  );
}
