import { InventoryError, type FleetZone } from '../../lib/fleet/fleet-zone';
import { RolloutWaves, type RolloutWave } from '../../lib/rollout/rollout-waves';
import { nearest } from '../../schema';
import type { ApproveOptions } from '../commands/migration-command-line';
import { CommandFailure, EXIT_USAGE } from '../failure';
import { counted } from '../review/phrase';
import { oneLineOf } from './approver';

type WaveOptions = Pick<ApproveOptions, 'inventory' | 'wavesByLabel' | 'order' | 'wavesByShare'>;

/**
 * The waves of an inventory by the rule of the options.
 *
 * @throws CommandFailure
 */
export function wavesOf(zones: readonly FleetZone[], options: WaveOptions): readonly RolloutWave[] {
  const { wavesByLabel: label, wavesByShare: shares, order } = options;
  try {
    if (label !== undefined) return RolloutWaves.byLabel(label, order).assign(zones);
    if (shares !== undefined) return RolloutWaves.byShare(shares).assign(zones);
  } catch (error) {
    if (!(error instanceof InventoryError)) throw error;
    throw new CommandFailure(
      {
        code: 'waves',
        message: `the zones of ${options.inventory} cannot be spread over waves`,
        seen: error.problems,
        allowed: ['zones that all have the label, with a value of --order if that is given'],
        hints: ['correct the inventory, or --waves-by-label and --order: as in the rollout'],
      },
      undefined,
      { cause: error },
    );
  }
  throw new CommandFailure(
    {
      code: 'waves',
      message: 'it is not clear which waves there are',
      seen: ['neither --waves-by-label nor --waves-by-share'],
      allowed: ['the rule of the rollout: --waves-by-label <label> or --waves-by-share <percents>'],
      hints: ['for example: --waves-by-label wave'],
    },
    EXIT_USAGE,
  );
}

/** The wave of a name. @throws CommandFailure */
export function waveNamed(waves: readonly RolloutWave[], name: string): RolloutWave {
  const found = waves.find((wave) => wave.name === name);
  if (found) return found;
  const names = waves.map((wave) => wave.name);
  const meant = nearest(name, names);
  throw new CommandFailure(
    {
      code: 'wave',
      message: `no zone of the inventory is in the wave ${name}`,
      seen: [name],
      allowed: waves.map((wave) => `${wave.name}: ${counted(wave.zones.length, 'zone')}`),
      hints: [meant === undefined ? 'name one of these: --wave <name>' : `did you mean --wave ${meant}?`],
    },
    EXIT_USAGE,
  );
}

/** The reasons of `--leave-out`, by the ids of the zones. @throws CommandFailure */
export function leftOutBy(
  { name, zones }: RolloutWave,
  leaveOut: readonly string[],
): ReadonlyMap<string, string> {
  const reasons = new Map<string, string>();
  for (const text of leaveOut) {
    const at = text.indexOf('=');
    const wanted = (at === -1 ? text : text.slice(0, at)).trim();
    const zone = zones.find((each) => each.id === wanted || each.name === wanted);
    if (!zone) {
      const meant = nearest(
        wanted,
        zones.map((each) => each.name),
      );
      throw wrongLeaveOut(`${wanted} is not a zone of the wave ${name}`, text, [
        meant === undefined
          ? 'name a zone of the wave by its name in the inventory or its id'
          : `did you mean ${meant}?`,
      ]);
    }
    if (at === -1 || text.slice(at + 1).trim() === '')
      throw wrongLeaveOut(`there is no reason to leave ${zone.name} out`, text, [
        `say why, for those who come after you: --leave-out "${zone.name}=waits for OPS-2"`,
      ]);
    if (reasons.has(zone.id))
      throw wrongLeaveOut(`${zone.name} is left out twice`, text, ['give one reason']);
    reasons.set(zone.id, oneLineOf('the reason of --leave-out', text.slice(at + 1)));
  }
  return reasons;
}

function wrongLeaveOut(message: string, seen: string, hints: readonly string[]): CommandFailure {
  return new CommandFailure(
    {
      code: 'leave_out',
      message,
      seen: [`--leave-out ${JSON.stringify(seen)}`],
      allowed: ['--leave-out ZONE=REASON, with a zone of the wave'],
      hints,
    },
    EXIT_USAGE,
  );
}
