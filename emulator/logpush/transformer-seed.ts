import { readTimeText } from '../checks/read-values';
import type { Reader } from '../checks/reader';
import { timestamp } from '../determinism/clock';
import { readLastNumber, readNumericId } from '../service/document-ids';
import type { StoredOfAccounts } from '../service/part';
import type { Transformer, TransformersState } from './transformer-state';
import { checkedQuery } from './transformer-state';

/** A transformer in a seed. */
interface SeedTransformer {
  /** A whole number from 1. @default - the next one */
  readonly id?: number;
  readonly name: string;
  /** @default '' */
  readonly description?: string;
  /** Its queries, oldest first; at least one. */
  readonly versions: readonly {
    readonly code: string;
    /** ISO 8601, UTC. @default - the time of the clock */
    readonly created_at?: string;
  }[];
  /** ISO 8601, UTC. @default - the time of the clock */
  readonly updated_at?: string;
}

/** The transformers of an account in a seed. */
export interface TransformersDocument {
  /** @default - none */
  readonly items?: readonly SeedTransformer[];
  /** The highest id ever used; new ids follow it. @default - the highest of `items`, or 0 */
  readonly last_id?: number;
}

/** The transformers in seeds and snapshots. */
export const STORED_TRANSFORMERS: StoredOfAccounts<TransformersDocument> = {
  of: 'account',
  member: 'transformers',
  read: (reader) => {
    const members = reader?.members(['items', 'last_id']);
    const lastId = readLastNumber(members?.optional('last_id'));
    const seen = new Set<number>();
    const items = (members?.optional('items')?.items() ?? []).flatMap((item) => readItem(item, seen) ?? []);
    return (service) => ({ transformers: stateOf(items, lastId, timestamp(service.clock.now())) });
  },
  write: ({ transformers: { items, lastId } }) => ({
    items: [...items.values()].map((item) => ({ ...item })),
    last_id: lastId,
  }),
};

function readItem(reader: Reader, seen: Set<number>): SeedTransformer | undefined {
  const members = reader.members(['id', 'name', 'description', 'versions', 'updated_at']);
  const id = readNumericId(members?.optional('id'), seen, 'another transformer has this id');
  const name = members?.required('name')?.string();
  const description = members?.optional('description')?.string();
  const updated_at = readTimeText(members?.optional('updated_at'));
  const sent = members?.required('versions');
  const versions = sent?.items()?.flatMap((version) => readVersion(version) ?? []);
  if (versions?.length === 0) sent?.refuse('it must have at least one item');
  if (name === undefined || versions === undefined) return undefined;
  return {
    name,
    versions,
    ...(id !== undefined && { id }),
    ...(description !== undefined && { description }),
    ...(updated_at !== undefined && { updated_at }),
  };
}

function readVersion(reader: Reader): SeedTransformer['versions'][number] | undefined {
  const members = reader.members(['code', 'created_at']);
  const sent = members?.required('code');
  const code = sent?.string();
  const created_at = readTimeText(members?.optional('created_at'));
  if (code === undefined) return undefined;
  const checked = checkedQuery(code);
  if (!checked.ok) return sent?.refuse(checked.message);
  return { code, ...(created_at !== undefined && { created_at }) };
}

function stateOf(seeded: readonly SeedTransformer[], lastId: number, now: string): TransformersState {
  const items = new Map<number, Transformer>();
  let highest = seeded.reduce((known, { id = 0 }) => Math.max(known, id), lastId);
  for (const { id, name, description = '', versions, updated_at = now } of seeded) {
    highest += id === undefined ? 1 : 0;
    const stored = { id: id ?? highest, name, description, updated_at };
    items.set(stored.id, {
      ...stored,
      versions: versions.map(({ code, created_at = now }) => ({ code, created_at })),
    });
  }
  return { items, lastId: highest };
}
