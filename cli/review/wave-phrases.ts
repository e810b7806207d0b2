import { approvalPhrase, NO_APPROVAL, zonePhrase } from './change-phrases';
import type { Wave, WaveZones, ZoneLeftOut } from './model';
import { joined, say, type Phrase } from './phrase';

/** What the plan does with the zones of a wave, in the order in which it matters. */
export const PLANNED_ACTIONS: readonly (readonly [keyof WaveZones, string])[] = [
  ['finish', 'to finish'],
  ['begin_validation', 'to begin validation'],
  ['skipped', 'skipped'],
  ['adopted', 'adopted'],
  ['other', 'with another change'],
  ['unchanged', 'unchanged'],
];

/** Whether the record covers what the plan does with the zones of the wave. */
export function isApproved({ approval, zones }: Wave): boolean {
  return approval !== null && (approval.target === 'finished' || zones.finish === 0);
}

/** A wave and its rollout. */
export function waveName({ name, rollout }: Wave): Phrase {
  return say`wave ${name} of ${rollout}`;
}

/** A wave in one line: its zones, and who approved it. */
export function waveLine(wave: Wave): Phrase {
  return [...waveName(wave), ': ', ...zonesPhrase(wave), '; ', ...approvalOf(wave)];
}

/** Who approved a wave, or that nobody did, and whether the plan records that now. */
export function approvalOf(wave: Wave): Phrase {
  return [...approver(wave), ...RECORDED[wave.record]];
}

const RECORDED: Readonly<Record<Wave['record'], Phrase>> = {
  new: [' (a new record)'],
  changed: [' (the record changes)'],
  unchanged: [],
};

function approver(wave: Wave): Phrase {
  const { approval } = wave;
  if (approval === null) return NO_APPROVAL;
  const words = approvalPhrase(approval);
  return isApproved(wave) ? words : [...words, ', but not to finish'];
}

/** `15 zones to finish, 1 skipped, 2 left out`. */
function zonesPhrase({ zones, left_out: leftOut }: Wave): Phrase {
  const outside = leftOut.filter(({ because }) => because !== 'skipped').length;
  const counts = [
    ...PLANNED_ACTIONS.map(([action, words]) => [zones[action], words] as const),
    [outside, 'left out'] as const,
  ];
  const parts = counts.filter(([count]) => count > 0);
  if (parts.length === 0) return ['no zones'];
  return joined(
    parts.map(([count, words], index) =>
      index === 0
        ? [...say`${count}`, count === 1 ? ' zone ' : ' zones ', words]
        : [...say`${count} `, words],
    ),
    ', ',
  );
}

/** The zones that skip validation, those that do not migrate with the wave, and where it is declared. */
export function waveDetails({
  left_out: leftOut,
  skips_validation: skips,
  gate,
  stack,
}: Wave): readonly Phrase[] {
  return [
    ...skips.map(({ zone, reason }) => [
      ...zonePhrase(zone),
      ' finishes without validation, by the approval',
      ...(reason === '' ? [] : say`: ${reason}`),
    ]),
    ...leftOut.map(leftOutPhrase),
    say`${gate} in ${stack}`,
  ];
}

/** What the provider says of a zone that it skips begins with the zone. */
function leftOutPhrase({ zone, because, reason }: ZoneLeftOut): Phrase {
  switch (because) {
    case 'skipped':
      return say`skipped: ${reason}`;
    case 'left out':
      return [
        ...zonePhrase(zone),
        ' is left out by the approval',
        ...(reason === '' ? [] : say`: ${reason}`),
      ];
    case 'not approved':
      return [...zonePhrase(zone), ' is not in the approval'];
  }
}
