import { execFileSync } from 'node:child_process';
import { InventoryError, type IdentifiedZone } from '../../lib/fleet/fleet-zone';
import { RolloutWaves, type RolloutWave } from '../../lib/rollout/rollout-waves';
import { nearest } from '../../schema';
import { CommandFailure, EXIT_USAGE } from '../terminal/failure';
import { counted } from '../review/phrase';
import type { ApprovalRequest } from './former-decisions';
import type { ApproveOptions } from './options';
import { namesInWords } from './survey-formats';

type WaveOptions = Pick<ApproveOptions, 'wave' | 'inventory' | 'wavesByLabel' | 'order' | 'wavesByShare'>;

/**
 * The wave that `--wave` names, among the waves of an inventory by the rule of the options.
 *
 * @throws CommandFailure if the rule cannot place the zones, or none of them is in the wave
 */
export function waveOfOptions(
  zones: readonly IdentifiedZone[],
  options: WaveOptions,
): { readonly wave: RolloutWave; readonly waves: readonly RolloutWave[] } {
  const waves = wavesOf(zones, options);
  return { wave: waveNamed(waves, options.wave), waves };
}

function wavesOf(zones: readonly IdentifiedZone[], options: WaveOptions): readonly RolloutWave[] {
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

function zoneOf(
  { name, zones }: RolloutWave,
  option: ZoneOption,
  text: string,
  written: string,
): IdentifiedZone {
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

/**
 * Who approves: the given name, or that of git's configuration.
 *
 * @throws CommandFailure if there is neither, or it is not one line of text
 */
export function approver(given: string | undefined, env: NodeJS.ProcessEnv): string {
  const by = given ?? gitIdentity(env);
  if (by !== undefined) return oneLineOf('--by', by);
  throw new CommandFailure(
    {
      code: 'approver',
      message: 'it is not known who approves the wave',
      seen: ['no --by, and no user.name and user.email in the configuration of git'],
      allowed: ['a name or an address'],
      hints: ['add for example: --by "Ada <ada@example.com>"'],
    },
    EXIT_USAGE,
  );
}

function gitIdentity(env: NodeJS.ProcessEnv): string | undefined {
  const [name, email] = ['user.name', 'user.email'].map((key) => {
    try {
      return execFileSync('git', ['config', key], {
        env,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim();
    } catch {
      return '';
    }
  });
  if (!name || !email) return undefined;
  return `${name} <${email}>`;
}

/**
 * An option's text without spaces around it.
 *
 * @throws CommandFailure if it is empty or has control characters
 */
export function oneLineOf(option: string, text: string): string {
  const trimmed = text.trim();
  if (trimmed !== '' && !/\p{Cc}/u.test(trimmed)) return trimmed;
  throw new CommandFailure(
    {
      code: 'text',
      message: `${option} is ${trimmed === '' ? 'empty' : 'not one line of text'}`,
      seen: [JSON.stringify(text)],
      allowed: ['one line of text'],
      hints: [`correct the option: ${option}`],
    },
    EXIT_USAGE,
  );
}
