import { nearest } from '../../schema';
import type { RolloutWave } from './rollout-waves';
import type { WaveApproval } from './wave-approvals';

/**
 * What the waves of a rollout contradict in its approvals: waves and zones that do not exist or have moved, waves that are
 * approved twice, and zones that are both approved and left out.
 *
 * @returns a sentence for each problem, with what to do
 */
export function approvalProblems(
  waves: readonly RolloutWave[],
  approvals: readonly WaveApproval[],
): readonly string[] {
  const names = waves.map(({ name }) => name);
  const waveOf = new Map(waves.flatMap(({ name, zones }) => zones.map(({ id }) => [id, name] as const)));
  return approvals.flatMap((approval, index) => [
    ...repeatedDecisions(approval, approvals.slice(0, index)),
    // A wave that is spelled wrong is one mistake, and not another one for each of its zones.
    ...(names.includes(approval.wave)
      ? zonesOfOtherWaves(approval, waveOf)
      : [unknownWaveProblem(approval, names)]),
  ]);
}

/**
 * Zones with another name than in the inventory. The id decides which zone migrates, and the reviewer of an approval reads
 * the name.
 *
 * @returns a sentence for each problem, with what to do
 */
export function nameProblems(
  waves: readonly RolloutWave[],
  approvals: readonly WaveApproval[],
): readonly string[] {
  const nameOf = new Map(waves.flatMap(({ zones }) => zones.map(({ id, name }) => [id, name] as const)));
  return approvals.flatMap(({ wave, zones, leftOut }) =>
    Object.entries({ ...leftOut, ...zones }).flatMap(([id, { name }]) => {
      const now = nameOf.get(id);
      if (now === undefined || now === name) return [];
      return [
        `${wave} has the zone ${id} as ${name}, but the inventory has it as ${now}. If the zone was renamed in the ` +
          `inventory, approve ${wave} again, with zonewright migration approve. If not, the id is that of another zone ` +
          'than the one that was reviewed.',
      ];
    }),
  );
}

function unknownWaveProblem({ wave, target }: WaveApproval, names: readonly string[]): string {
  const meant = nearest(wave, names);
  return (
    `${wave} is approved for ${target}, but no zone is in a wave of this name. ${
      meant === undefined ? '' : `Did you mean ${meant}? `
    }The waves with zones are ${names.join(', ')}. If ` +
    'the wave was renamed, rename it back: the key of its state has its name. If all of its zones have left, remove ' +
    'its approval once its state is empty.'
  );
}

function repeatedDecisions(
  { wave, target, zones, leftOut }: WaveApproval,
  before: readonly WaveApproval[],
): string[] {
  const both = Object.keys(zones).filter((id) => id in leftOut);
  return [
    ...(before.some((other) => other.wave === wave && other.target === target)
      ? [`${wave} is approved for ${target} twice. Keep the approval that was reviewed last.`]
      : []),
    ...both.map(
      (id) =>
        `${zones[id]?.name} (${id}) of ${wave} is both approved for ${target} and left out. Keep it in zones or in ` +
        'left_out.',
    ),
  ];
}

function zonesOfOtherWaves(
  { wave, target, zones, leftOut }: WaveApproval,
  waveOf: ReadonlyMap<string, string>,
): readonly string[] {
  return [
    ...Object.entries(zones).map((entry) => [...entry, 'zones', `is approved for ${target} with`] as const),
    ...Object.entries(leftOut).map((entry) => [...entry, 'left_out', 'is left out of'] as const),
  ].flatMap(([id, { name }, member, said]) => {
    const now = waveOf.get(id);
    if (now === wave) return [];
    const where = now === undefined ? 'it is in no wave of the inventory' : `the inventory has it in ${now}`;
    const zone = `${name} (${id})`;
    return [
      member === 'left_out'
        ? `${zone} ${said} ${wave}, but ${where}. Remove it from left_out of ${wave}.`
        : `${zone} ${said} ${wave}, but ${where}. ${
            now === undefined ? 'Put it back into the inventory' : `Put it back into ${wave}`
          }. To let it go, first have the state of ${wave} forget its migration (migrationOf('${name}').forget(), then ` +
          `apply): destroying one that has begun is refused. Then remove it from the approval.`,
    ];
  });
}
