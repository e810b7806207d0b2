import type { IConstruct } from 'constructs';

interface Kept {
  readonly all: IConstruct[];
  readonly byKey: Map<string | undefined, IConstruct[]>;
}

/**
 * The constructs of a kind under an owner, in order of creation. They are stored on the owner, so that finding them
 * does not need a walk through a large tree.
 *
 * @param kind a symbol from the global registry, the same for all copies of this package
 * @param key the key for {@link registeredWith}; undefined while it is unknown
 */
export function register(owner: IConstruct, kind: symbol, construct: IConstruct, key?: string): void {
  const kept = keptIn(owner, kind) ?? { all: [], byKey: new Map<string | undefined, IConstruct[]>() };
  if (kept.all.length === 0) Object.defineProperty(owner, kind, { value: kept, configurable: true });
  kept.all.push(construct);
  const same = kept.byKey.get(key);
  if (same) same.push(construct);
  else kept.byKey.set(key, [construct]);
}

/** Registers a construct again once its key is known. */
export function registerAnew(owner: IConstruct, kind: symbol, construct: IConstruct, key: string): void {
  const unkeyed = keptIn(owner, kind)?.byKey.get(undefined) ?? [];
  const index = unkeyed.indexOf(construct);
  if (index < 0) return;
  unkeyed.splice(index, 1);
  const same = keptIn(owner, kind)?.byKey.get(key);
  if (same) same.push(construct);
  else keptIn(owner, kind)?.byKey.set(key, [construct]);
}

/** The constructs registered under `owner` that are still in the tree. */
export function registered(owner: IConstruct, kind: symbol): readonly IConstruct[] {
  return (keptIn(owner, kind)?.all ?? []).filter(isStillThere);
}

/** The same for one key; the cost does not grow with the number of the others. */
export function registeredWith(
  owner: IConstruct,
  kind: symbol,
  key: string | undefined,
): readonly IConstruct[] {
  return (keptIn(owner, kind)?.byKey.get(key) ?? []).filter(isStillThere);
}

function keptIn(owner: IConstruct, kind: symbol): Kept | undefined {
  return (owner as unknown as Readonly<Record<symbol, Kept | undefined>>)[kind];
}

function isStillThere(construct: IConstruct): boolean {
  return construct.node.scope?.node.tryFindChild(construct.node.id) === construct;
}
