/** A root module of the campaign, as data: what it declares of the zones, and how it is written. */
export interface Program {
  readonly blocks: readonly Block[];
  /** `moved` blocks, until the next apply of everything. */
  readonly moved: readonly { readonly from: string; readonly to: string }[];
  /** Addresses of `removed` blocks with `destroy = false`, until the next apply of everything. */
  readonly removed: readonly string[];
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
  readonly repeat: 'none' | 'count' | 'for_each';
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
}

export const EMPTY_PROGRAM: Program = { blocks: [], moved: [], removed: [] };

/** The address of a block without its instances' keys. */
export function blockAddress({ kind, label }: Pick<Block, 'kind' | 'label'>): string {
  return `${TYPES[kind]}.${label}`;
}

/** The address of the block's instance at this place. */
export function addressOf(block: Block, index: number): string {
  const key = { none: '', count: `[${index}]`, for_each: `[${JSON.stringify(block.members[index]?.key)}]` };
  return `${blockAddress(block)}${key[block.repeat]}`;
}

export function blockOf(program: Program, label: string): Block | undefined {
  return program.blocks.find((block) => block.label === label);
}

/** Every declared object, with its block. */
export function declared(program: Program): readonly { readonly block: Block; readonly member: Member }[] {
  return program.blocks.flatMap((block) => block.members.map((member) => ({ block, member })));
}

/** @param place what stands for the job in the path; an expression where that is known later */
export function destinationOf({ key, revision }: Member, place = key): string {
  // The secret is found in no output.
  const secret = `s3cr3t-${key}-r${revision}-end`;
  return `https://logs.example.com/${place}/${Math.floor(revision / 2)}?header_Authorization=${secret}`;
}
