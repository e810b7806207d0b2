/** What a campaign did, added up over its rounds. */
export interface Counts {
  rounds: number;
  commands: number;
  requests: number;
  dryRuns: number;
  handEdits: number;
  refusals: number;
  /** Rules that a zone had already, and that were imported as the refusal said. */
  imports: number;
  /** Commands in which the engine found a cycle in its own graph, before it came to the provider. */
  cycles: number;
  readonly kills: Record<string, number>;
  /** What met a limit that docs/guides/ownership.md names. */
  readonly limits: Record<string, number>;
  readonly faults: Record<string, number>;
}

export const noCounts = (): Counts => ({
  ...{ rounds: 0, commands: 0, requests: 0, dryRuns: 0 },
  ...{ handEdits: 0, refusals: 0, imports: 0, cycles: 0 },
  ...{ kills: {}, limits: {}, faults: {} },
});

export function addCounts(sum: Counts, more: Counts): void {
  const add = (to: Record<string, number>, from: Readonly<Record<string, number>>): void => {
    for (const [name, count] of Object.entries(from)) to[name] = (to[name] ?? 0) + count;
  };
  const { kills, limits, faults, ...plain } = more;
  add(sum as unknown as Record<string, number>, plain);
  for (const [name, of] of Object.entries({ kills, limits, faults })) add(sum[name as 'kills'], of);
}

export function printedCounts(counts: Counts): string {
  const named = (of: Record<string, number>): string => {
    const all = Object.values(of).reduce((sum, count) => sum + count, 0);
    const each = Object.entries(of)
      .sort(([, one], [, other]) => other - one)
      .map(([name, count]) => `${name} ${count}`);
    return all === 0 ? '0' : `${all} (${each.join(', ')})`;
  };
  return [
    `rounds ${counts.rounds}, engine commands ${counts.commands}, requests ${counts.requests}, dry runs ${counts.dryRuns}`,
    `kills ${named(counts.kills)}`,
    `faults ${named(counts.faults)}`,
    `edits by hand ${counts.handEdits}, refusals ${counts.refusals}, imports ${counts.imports}, cycles of the engine ${counts.cycles}`,
    ...(Object.keys(counts.limits).length > 0 ? [`documented limits ${named(counts.limits)}`] : []),
  ].join('\n');
}
