import type { IConstruct } from 'constructs';

/**
 * The constructs of a kind under an owner, in the order of their making. They are kept on the owner itself, so
 * that finding them does not mean a walk through a tree of thousands for each of them.
 *
 * @param kind a symbol from the global registry, the same for all copies of this package
 */
export function register(owner: IConstruct, kind: symbol, construct: IConstruct): void {
  const kept = list(owner, kind);
  if (kept) kept.push(construct);
  else Object.defineProperty(owner, kind, { value: [construct] });
}

/** What was registered under `owner` and has not been removed from the tree since. */
export function registered(owner: IConstruct, kind: symbol): readonly IConstruct[] {
  return (list(owner, kind) ?? []).filter(isStillThere);
}

function list(owner: IConstruct, kind: symbol): IConstruct[] | undefined {
  return (owner as unknown as Readonly<Record<symbol, IConstruct[] | undefined>>)[kind];
}

function isStillThere(construct: IConstruct): boolean {
  return construct.node.scope?.node.tryFindChild(construct.node.id) === construct;
}
