import { InventoryError, type FleetZone } from '../../lib/fleet/fleet-zone';
import { RolloutWaves, type RolloutWave } from '../../lib/rollout/rollout-waves';
import { nearest } from '../../schema';
import type { ApproveOptions } from './options';
import { CommandFailure, EXIT_USAGE } from '../terminal/failure';
import { counted } from '../review/phrase';

type WaveOptions = Pick<ApproveOptions, 'wave' | 'inventory' | 'wavesByLabel' | 'order' | 'wavesByShare'>;

/**
 * The wave that `--wave` names, among the waves of an inventory by the rule of the options.
 *
 * @throws CommandFailure if the rule cannot place the zones, or none of them is in the wave
 */
export function waveOfOptions(
  zones: readonly FleetZone[],
  options: WaveOptions,
): { readonly wave: RolloutWave; readonly waves: readonly RolloutWave[] } {
  const waves = wavesOf(zones, options);
  return { wave: waveNamed(waves, options.wave), waves };
}

function wavesOf(zones: readonly FleetZone[], options: WaveOptions): readonly RolloutWave[] {
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

function waveNamed(waves: readonly RolloutWave[], name: string): RolloutWave {
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
