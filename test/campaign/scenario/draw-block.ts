import { declared, type Block, type Kind, type Lifecycle, type Member } from '../program/program';
import type { Draft } from './generate';
import type { StateName } from './scenario';
import { drawSettings, LISTS, MAY_BE_IGNORED, withSomeName } from './settings';

/** What was given, so that no name is given twice and no migration is to go back. */
export interface Taken {
  count: number;
  readonly keys: Set<string>;
  /** Zones whose migration was to finish, in whatever block. */
  readonly finished: Set<number>;
  /** What no other block may declare any more: see {@link freeZones}. */
  readonly held: Set<string>;
}

/** A new block; undefined when no zone is left for one of the kind that was drawn. */
export function drawBlock(draft: Draft, state: StateName, kind?: Kind): Block | undefined {
  const { draw } = draft;
  const drawn =
    kind ??
    draw.weighted<Kind>([
      [5, 'job'],
      [3, 'fields'],
      [2, 'migration'],
      [2, 'rules'],
    ]);
  const zones = freeZones(draft, drawn);
  if (zones.length === 0) return undefined;
  const repeat =
    drawn === 'job'
      ? draw.weighted([
          [5, 'none'],
          [2, 'count'],
          [2, 'for_each'],
        ] as const)
      : ('none' as const);
  const settings = drawSettings(draw, drawn);
  const zone = draw.pick(zones);
  const mustFinish = draft.zones[zone]?.plan !== 'enterprise' || draft.taken.finished.has(zone);
  const isValidating = settings['target_state'] === 'validation' && mustFinish;
  const lifecycle = draw.chance(0.4) ? drawLifecycle(draft, drawn) : {};
  const given = isValidating ? { ...settings, target_state: 'finished' } : settings;
  return {
    kind: drawn,
    label: `${state}${(draft.taken.count += 1)}`,
    inModule: draw.chance(0.2),
    repeat,
    aliased: draft.hasAlias && draw.chance(0.75),
    later: (drawn === 'job' || drawn === 'fields') && draw.chance(0.2) ? 1 : 0,
    settings: withSomeName(given, { kind: drawn, lifecycle }),
    lifecycle,
    dependent: draw.chance(0.2) ? 'holds' : 'none',
    members: Array.from({ length: repeat === 'none' ? 1 : 1 + draw.int(3) }, (_, index) =>
      newMember(draft, index === 0 ? zone : draw.pick(zonesWithJobs(draft))),
    ),
  };
}

export function newMember(draft: Draft, zone: number): Member {
  const key = `k${(draft.taken.count += 1)}`;
  draft.taken.keys.add(key);
  return { key, zone, revision: 0 };
}

/** @param when later, the form of a destination, the zone or the names of fields may be changing, and are not ignored */
export function drawLifecycle(
  { draw }: Pick<Draft, 'draw'>,
  kind: Kind,
  when: 'at first' | 'later' = 'at first',
): Lifecycle {
  const changing: readonly string[] = ['destination_conf', 'zone_id', ...LISTS];
  const names = MAY_BE_IGNORED[kind].filter((name) => when === 'at first' || !changing.includes(name));
  const ignore = draw.chance(0.5)
    ? // The judge of migrations goes by the target that is written.
      draw.chance(0.15) && when === 'at first' && kind !== 'migration'
      ? ('all' as const)
      : draw.some(names, 0.3)
    : undefined;
  const isFirst = draw.chance(0.35);
  // With both, the engine crashes over a deposed object that is gone (hashicorp/terraform#38586).
  const hasConditions = draw.chance(0.25) && !isFirst;
  return {
    ...(ignore === undefined || ignore.length === 0 ? {} : { ignore }),
    ...(isFirst ? { createBeforeDestroy: true } : {}),
    ...(hasConditions ? { conditions: 'hold' as const } : {}),
    ...(kind !== 'migration' && draw.chance(0.2) ? { trigger: 1 } : {}),
  };
}

/** Zones whose plan has log push. */
export function zonesWithJobs({ zones }: Pick<Draft, 'zones'>): readonly number[] {
  return zones.flatMap(({ plan }, zone) => (plan === 'enterprise' ? [zone] : []));
}

/**
 * A zone has one list of fields, and one migration or, if that had finished before, managed rules; jobs have room wherever there is log push.
 *
 * A program that the documentation excludes is not drawn: a migration that one block forgets is not declared by another,
 * because in one apply the plan cannot tell the two apart and refuses.
 */
export function freeZones(
  { programs, zones, taken }: Pick<Draft, 'programs' | 'zones' | 'taken'>,
  kind: Kind,
): readonly number[] {
  if (kind === 'job') return zonesWithJobs({ zones });
  const used = [programs.a, programs.b]
    .flatMap(declared)
    .filter(({ block }) => block.kind === kind)
    .map(({ member }) => member.zone);
  const isHeld = (zone: number): boolean => kind === 'migration' && taken.held.has(`${kind} of ${zone}`);
  const isFit = (zone: number): boolean => {
    const isMigrated = zones[zone]?.migrated === true;
    return kind === 'fields' || (kind === 'rules') === isMigrated;
  };
  return zones.map((_, zone) => zone).filter((zone) => isFit(zone) && !used.includes(zone) && !isHeld(zone));
}
