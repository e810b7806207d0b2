import type { SeedZone, ServiceSettings, StartOptions } from '../../emulator';
import { beginAnew as beginWithNothing, declare, service, useWorkspace, workspace } from './one-service';
import type { EquivalentRule } from './equivalent-rules';
import { PHASE, zoneIdOf } from './migrating-zones';

export const TYPE = 'zone_managed_rules_migration';

export { changesIn, loseZone, printed, refusal, rest, settle, stored, writes } from './one-service';
export { service, workspace };

/** A resource `zone_managed_rules_migration` as a configuration in JSON has it; its zone is that of its name. */
export type MigrationBlock = Readonly<Record<string, unknown>>;

/** The zones for which a configuration that was written has had the word for finishing, or an approval of it. */
const acknowledged = new Set<string>();

interface UseOptions extends Pick<StartOptions, 'onRequest' | 'wait'> {
  readonly zones: readonly SeedZone[];
  /** @default - finishing takes no time */
  readonly settings?: Partial<ServiceSettings>;
  /** Whether each test begins with the seed and an empty state. @default true */
  readonly fresh?: boolean;
}

/**
 * For the tests of a file: one emulator with these zones, and one root module. After each test, finishing was never
 * asked for where no configuration acknowledged or approved it.
 */
export function useMigratingZones({ zones, settings, fresh = true, ...options }: UseOptions): void {
  const starting = { seed: { zones }, settings: { finishSeconds: 0, ...settings }, ...options };
  useWorkspace(starting, { declare: () => migrations({}) });
  beforeEach(() => {
    if (fresh) beginAnew();
  });
  afterEach(() => {
    const finishing = steps().filter(({ step }) => step !== null && step !== 'validation');
    expect(finishing.filter(({ zoneId }) => !acknowledged.has(zoneId))).toEqual([]);
  });
}

/** Back to the seed and an empty state. */
export function beginAnew(): void {
  beginWithNothing('import.tf');
  acknowledged.clear();
}

/** Writes the configuration: a migration for each zone by its name, and further blocks. */
export function migrations(blocks: Readonly<Record<string, MigrationBlock>>, more: object = {}): void {
  const resources = Object.entries(blocks).map(([name, block]) => [
    name,
    { zone_id: zoneIdOf(name), ...block } as MigrationBlock,
  ]) as readonly (readonly [string, MigrationBlock])[];
  for (const [, { zone_id: zone, acknowledge_irreversible: word, approved_digest: approved }] of resources)
    if (zone === word || String(approved).startsWith(`v1/finished/${String(zone)}/`))
      acknowledged.add(String(zone));
  declare({ [TYPE]: Object.fromEntries(resources) }, more);
}

/** A block that validates. */
export function validated(more: MigrationBlock = {}): MigrationBlock {
  return { target_state: 'validation', ...more };
}

/** A block that finishes, with the word for this zone. */
export function finished(name: string, more: MigrationBlock = {}): MigrationBlock {
  return { target_state: 'finished', acknowledge_irreversible: zoneIdOf(name), ...more };
}

/** An entry-point update that the service has got. */
export interface Step {
  readonly zoneId: string;
  /** `waf_migration`; null for an update that is no step of the migration. */
  readonly step: string | null;
  readonly phaseTwo: string | null;
  readonly body: unknown;
  /** What the service answered. */
  readonly status: number | null;
}

/** All entry-point updates of the managed rules, or those of one zone, in order. */
export function steps(name?: string): readonly Step[] {
  return service.emulator.control
    .journal({ operation: 'rulesets.entrypoint.update' })
    .filter(({ path, zoneId }) => path.includes(PHASE) && (name === undefined || zoneId === zoneIdOf(name)))
    .map(({ zoneId, query, body, servedStatus }) => ({
      zoneId: String(zoneId),
      step: query['waf_migration']?.join() ?? null,
      phaseTwo: query['phase_two']?.join() ?? null,
      body,
      status: servedStatus,
    }));
}

/** The update that begins a step with generated rules: they go with their identity, which is empty (docs/internals/service.md 7.4). */
export function stepWith(
  name: string,
  step: 'validation' | 'pending',
  rules: readonly EquivalentRule[],
): Step {
  const sent = rules.map((rule) => ({ id: '', version: '', ref: '', ...rule }));
  return {
    ...{ zoneId: zoneIdOf(name), step, phaseTwo: '1', status: 200 },
    body: { name: 'default', rules: sent },
  };
}

/** The rules of the zone's entry point as the service holds them. */
export function held(name: string): readonly Readonly<Record<string, unknown>>[] {
  const { rulesets } = service.emulator.control.zone(zoneIdOf(name));
  const found = rulesets.find(({ phase }) => phase === PHASE)?.rules ?? [];
  return found as readonly object[] as readonly Readonly<Record<string, unknown>>[];
}

/** Where the zone stands, in the emulator's word. */
export function stateOf(name: string): string | undefined {
  return service.emulator.control.zone(zoneIdOf(name)).migration.state;
}

export function attributesOf(name: string): Promise<Readonly<Record<string, unknown>>> {
  return workspace.attributes(`${TYPE}.${name}`);
}
