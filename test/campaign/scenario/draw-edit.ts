import type { Edit } from '../program/edit';
import type { Block } from '../program/program';
import { drawBlock, drawLifecycle, freeZones, newMember, zonesWithJobs } from './draw-block';
import type { Draft } from './generate';
import type { StateName } from './scenario';
import { drawSettings, withSomeName } from './settings';

/** A change of the program that the next apply has to bring about. */
export function drawEdit(draft: Draft, state: StateName): Edit | undefined {
  const { draw } = draft;
  const program = draft.programs[state];
  const block = program.blocks.length > 0 ? draw.pick(program.blocks) : undefined;
  if (block === undefined || draw.chance(0.15)) {
    const added = drawBlock(draft, state);
    return added && { do: 'add', block: added };
  }
  if (draw.chance(0.03)) return { do: 'provider later' };
  if (draw.chance(0.03)) return { do: 'read too' };
  return draw.weighted(editsOf(draft, state, block));
}

type Weighted = readonly [weight: number, edit: Edit | undefined];

function editsOf(draft: Draft, state: StateName, block: Block): readonly Weighted[] {
  const { draw } = draft;
  const { label, kind } = block;
  const to = `${state}${(draft.taken.count += 1)}`;
  const isMigration = kind === 'migration';
  // Without moved, a plan in one process refuses managed rules that are destroyed and made.
  const hasMoved = isMigration || kind === 'rules';
  const front = draw.chance(0.5);
  // A migration that has begun is not destroyed: what destroys it is drawn where the refusal is what is tested.
  const moved = hasMoved || draw.chance(0.5);
  return [
    [5, { do: 'set', label, settings: changed(draft, block) }],
    [2, { do: 'rename', label, to, moved }],
    [1, { do: 'other module', label, moved }],
    [draft.hasAlias ? 3 : 0, { do: 'other alias', label }],
    [1, { do: 'lifecycle', label, lifecycle: drawLifecycle(draft, kind, 'later') }],
    [1, { do: 'forget', label }],
    ...(isMigration ? [] : notOfMigrations(draft, block, front)),
    ...(kind === 'job' ? ofJobs(draft, block, front) : []),
  ];
}

function notOfMigrations(
  draft: Draft,
  { label, kind, lifecycle }: Block,
  front: boolean,
): readonly Weighted[] {
  const free = freeZones(draft, kind);
  const zone = free.length === 0 ? undefined : draft.draw.pick(free);
  return [
    [2, { do: 'remove', label }],
    [kind === 'rules' ? 0 : 1, { do: 'later', label }],
    [1, lifecycle.trigger === undefined ? undefined : { do: 'replace by trigger', label }],
    [1, zone === undefined || ignoresZone(lifecycle) ? undefined : { do: 'other zone', label, zone }],
    [1, { do: 'dependent', label, dependent: front ? 'holds' : 'none' }],
  ];
}

function ignoresZone({ ignore }: Block['lifecycle']): boolean {
  return ignore === 'all' || ignore?.includes('zone_id') === true;
}

function ofJobs(draft: Draft, { label, repeat }: Block, front: boolean): readonly Weighted[] {
  const member = newMember(draft, draft.draw.pick(zonesWithJobs(draft)));
  const repeated = repeat === 'none' ? 0 : 2;
  return [
    [2, { do: 'rotate', label }],
    [repeated, { do: 'add member', label, member, front }],
    [repeated, { do: 'remove member', label, front }],
    [repeated === 0 ? 1 : 0, { do: 'repeat', label, repeat: front ? 'count' : 'for_each' }],
  ];
}

/**
 * Other settings: all of them, or one. Where something is ignored, the destination stays in its form: one that is ignored
 * cannot become write-only, and the provider says so.
 */
export function changed({ draw, zones }: Pick<Draft, 'draw' | 'zones'>, block: Block): Block['settings'] {
  const fresh = drawSettings(draw, block.kind, block.settings);
  if (block.kind === 'migration') {
    const isProfessional = zones[block.members[0]?.zone ?? 0]?.plan !== 'enterprise';
    return isProfessional ? { ...fresh, target_state: 'finished' } : fresh;
  }
  if (draw.chance(0.5))
    return withSomeName(block.lifecycle.ignore === undefined ? fresh : inForm(fresh, block), block);
  const forms = ['logpull_options', 'output_options', 'destination_conf_wo_version'];
  const simple = Object.keys(fresh).filter((name) => !forms.includes(name));
  if (simple.length === 0) return block.settings;
  const name = draw.pick(simple);
  return withSomeName({ ...block.settings, [name]: fresh[name] }, block);
}

function inForm(fresh: Block['settings'], { settings }: Block): Block['settings'] {
  const { destination_conf_wo_version: _version, ...plain } = fresh;
  return 'destination_conf_wo_version' in settings ? { ...plain, destination_conf_wo_version: 1 } : plain;
}
