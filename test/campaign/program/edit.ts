import {
  addressOf,
  blockAddress,
  blockOf,
  type Block,
  type Lifecycle,
  type Member,
  type Program,
} from './program';

/** A change of a program, as a person makes one between two runs. */
export type Edit =
  | { readonly do: 'add'; readonly block: Block }
  | { readonly do: 'remove'; readonly label: string }
  /** A `removed` block with `destroy = false` takes the place of the block. */
  | { readonly do: 'forget'; readonly label: string }
  | { readonly do: 'set'; readonly label: string; readonly settings: Block['settings'] }
  | { readonly do: 'rename'; readonly label: string; readonly to: string; readonly moved: boolean }
  /** Into the module, or out of it. */
  | { readonly do: 'other module'; readonly label: string; readonly moved: boolean }
  | { readonly do: 'other alias'; readonly label: string }
  | { readonly do: 'repeat'; readonly label: string; readonly repeat: Block['repeat'] }
  | { readonly do: 'add member'; readonly label: string; readonly member: Member; readonly front: boolean }
  | { readonly do: 'remove member'; readonly label: string; readonly front: boolean }
  | { readonly do: 'lifecycle'; readonly label: string; readonly lifecycle: Lifecycle }
  | { readonly do: 'dependent'; readonly label: string; readonly dependent: Block['dependent'] }
  /** Makes values unknown at the next plan. */
  | { readonly do: 'later'; readonly label: string }
  | { readonly do: 'replace by trigger'; readonly label: string }
  | { readonly do: 'rotate'; readonly label: string }
  | { readonly do: 'other zone'; readonly label: string; readonly zone: number }
  | { readonly do: 'provider later' }
  | { readonly do: 'read too' }
  /** Takes a job of that name which somebody else made. */
  | { readonly do: 'import'; readonly block: Block; readonly id: string };

/** The program after the edit; unchanged when the edit has nothing to act on. */
export function edited(program: Program, edit: Edit): Program {
  switch (edit.do) {
    case 'add':
      return blockOf(program, edit.block.label) ? program : withBlock(program, edit.block);
    case 'import': {
      if (blockOf(program, edit.block.label)) return program;
      const imports = [...program.imports, { to: addressOf(edit.block, 0), id: edit.id }];
      return { ...withBlock(program, edit.block), imports };
    }
    case 'provider later':
      return { ...program, providerLater: program.providerLater + 1 };
    case 'read too':
      return { ...program, readsToo: !program.readsToo };
    default: {
      const block = blockOf(program, edit.label);
      return block === undefined ? program : editedBlock(program, block, edit);
    }
  }
}

type OfBlock = Exclude<Edit, { readonly do: 'add' | 'import' | 'provider later' | 'read too' }>;

function editedBlock(program: Program, block: Block, edit: OfBlock): Program {
  const others = program.blocks.filter((other) => other !== block);
  const put = (change: Partial<Block>, more: Partial<Program> = {}): Program => ({
    ...program,
    ...more,
    blocks: program.blocks.map((other) => (other === block ? { ...block, ...change } : other)),
  });
  const members = (change: (member: Member) => Member): Program =>
    put({ members: block.members.map(change) });
  switch (edit.do) {
    case 'remove':
      return { ...program, blocks: others };
    case 'forget': {
      // What is renamed and forgotten in one run is in the state where it was, or where a disturbed run has moved it.
      const address = blockAddress(block);
      const was = program.moved.find(({ to }) => to === address);
      return {
        ...program,
        blocks: others,
        moved: program.moved.filter((move) => move !== was),
        removed: [...program.removed, ...(was ? [was.from] : []), address],
      };
    }
    case 'set':
      return put({ settings: edit.settings });
    case 'rename':
      if (blockOf(program, edit.to)) return program;
      return moved(program, block, { label: edit.to }, edit.moved);
    case 'other module':
      return moved(program, block, { inModule: !block.inModule }, edit.moved);
    case 'other alias':
      return put({ aliased: !block.aliased });
    case 'repeat':
      return block.repeat !== 'none' ? program : moved(program, block, { repeat: edit.repeat }, true);
    case 'add member':
      if (block.repeat === 'none') return program;
      return put({ members: edit.front ? [edit.member, ...block.members] : [...block.members, edit.member] });
    case 'remove member':
      if (block.repeat === 'none' || block.members.length < 2) return program;
      return put({ members: edit.front ? block.members.slice(1) : block.members.slice(0, -1) });
    case 'lifecycle':
      return put({ lifecycle: edit.lifecycle });
    case 'dependent':
      return put({ dependent: edit.dependent });
    case 'later':
      return put({ later: block.later + 1 });
    case 'replace by trigger':
      return put({ lifecycle: { ...block.lifecycle, trigger: (block.lifecycle.trigger ?? 0) + 1 } });
    case 'rotate':
      return members((member) => ({ ...member, revision: member.revision + 1 }));
    case 'other zone':
      return members((member) => ({ ...member, zone: edit.zone }));
  }
}

function withBlock(program: Program, block: Block): Program {
  return { ...program, blocks: [...program.blocks, block] };
}

/** Another address for the block, with a `moved` block where that is wanted. */
function moved(program: Program, block: Block, change: Partial<Block>, tells: boolean): Program {
  const after = { ...block, ...change };
  const to = block.repeat === after.repeat ? blockAddress(after) : addressOf(after, 0);
  const move = { from: blockAddress(block), to };
  return {
    ...program,
    blocks: program.blocks.map((other) => (other === block ? after : other)),
    // A block that has moved before in the same run moves from where it was, and nothing moves away from where one stands.
    moved: [...program.moved.filter(({ from }) => from !== to), ...(tells ? [move] : [])],
  };
}

/** The program without what tells of a single run, after that run. */
export function settled(program: Program): Program {
  return { ...program, moved: [], removed: [], imports: [] };
}
