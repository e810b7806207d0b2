/** A root module of the campaign, as data: what it declares of the zones, and how it is written. */
export interface Program {
  readonly blocks: readonly Block[];
  /** `moved` blocks, until the next apply of everything. */
  readonly moved: readonly { readonly from: string; readonly to: string }[];
  /** Addresses of `removed` blocks with `destroy = false`, until the next apply of everything. */
  readonly removed: readonly string[];
  /** `import` blocks, until the next apply of everything. */
  readonly imports: readonly { readonly to: string; readonly id: string }[];
  /** Whether the provider's address is known only after apply; a number so that it can become unknown again. */
  readonly providerLater: number;
  /** Whether data sources and functions are in it. */
  readonly readsToo: boolean;
}

export type Kind = 'fields' | 'job' | 'migration' | 'rules';

export const TYPES = {
  fields: 'zone_log_custom_fields',
  job: 'zone_logpush_job',
  migration: 'zone_managed_rules_migration',
  rules: 'zone_managed_rules',
} as const satisfies Readonly<Record<Kind, string>>;

/** One `resource` block with all its instances. */
export interface Block {
  readonly kind: Kind;
  /** Its name in the configuration. */
  readonly label: string;
  readonly inModule: boolean;
  readonly repeat: 'none' | 'count' | 'for_each';
  /** Whether it has the provider's other configuration, `zone.other`. */
  readonly aliased: boolean;
  /** Above 0, some values come out of a `terraform_data`; another number makes them unknown once more. */
  readonly later: number;
  /** What all its instances have, as in a configuration. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly lifecycle: Lifecycle;
  /** A `terraform_data` that is made anew with it, and whose provisioner may fail then. */
  readonly dependent: 'none' | 'holds' | 'fails';
  /** Exactly one where nothing is repeated. */
  readonly members: readonly Member[];
}

/** One instance: an object of a zone. */
export interface Member {
  /** Its key in `for_each`; of a job the name as well, and never that of another. */
  readonly key: string;
  /** Which of the round's zones. */
  readonly zone: number;
  /** Of a job: counts the changes of its destination. */
  readonly revision: number;
}

export interface Lifecycle {
  readonly ignore?: readonly string[] | 'all';
  readonly createBeforeDestroy?: boolean;
  readonly preventDestroy?: boolean;
  /** A `terraform_data` in `replace_triggered_by`; another number replaces the object. */
  readonly trigger?: number;
  readonly conditions?: 'hold' | 'fail';
}

export const EMPTY_PROGRAM: Program = {
  blocks: [],
  moved: [],
  removed: [],
  imports: [],
  providerLater: 0,
  readsToo: false,
};

/** The address of a block without its instances' keys. */
export function blockAddress(block: Pick<Block, 'kind' | 'label' | 'inModule'>): string {
  return `${block.inModule ? 'module.inner.' : ''}${TYPES[block.kind]}.${block.label}`;
}

/** The address of the block's instance at this place. */
export function addressOf(block: Block, index: number): string {
  const member = block.members[index];
  switch (block.repeat) {
    case 'none':
      return blockAddress(block);
    case 'count':
      return `${blockAddress(block)}[${index}]`;
    case 'for_each':
      return `${blockAddress(block)}[${JSON.stringify(member?.key ?? '')}]`;
  }
}

export function blockOf(program: Program, label: string): Block | undefined {
  return program.blocks.find((block) => block.label === label);
}

/** Every declared object, with its block. */
export function declared(program: Program): readonly { readonly block: Block; readonly member: Member }[] {
  return program.blocks.flatMap((block) => block.members.map((member) => ({ block, member })));
}

/** The secret in the destination of a job: found in no output. */
export function secretOf({ key, revision }: Member): string {
  return `s3cr3t-${key}-r${revision}-end`;
}

/** @param place what stands for the job in the path; an expression where that is known later */
export function destinationOf(member: Member, place = member.key): string {
  const revision = Math.floor(member.revision / 2);
  return `https://logs.example.com/${place}/${revision}?header_Authorization=${secretOf(member)}`;
}
