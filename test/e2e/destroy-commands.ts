import { addressOf, workspace, type Cell } from './migrations-of-every-state';

/** Options of a command that tells its events. */
export const json = (...args: readonly string[]) => ({ args: ['-json', ...args] });
export const apply = (...args: readonly string[]) => workspace.apply(json(...args));
export const destroy = (...args: readonly string[]) => workspace.destroy(json(...args));
/** An option for each of these migrations, e.g. `-replace=…`. */
export const flags = (name: string, chosen: readonly Cell[]) =>
  chosen.map((cell) => `-${name}=${addressOf(cell)}`);

/** The blocks that have the engine forget what these cells declared. */
export const forgetting = (chosen: readonly Cell[]) => ({
  removed: chosen.map((cell) => ({ from: addressOf(cell), lifecycle: { destroy: false } })),
});

/** What is stored of migrations that began with this run. */
export const validating = (zones: readonly string[]) =>
  [...zones].sort().map((zone) => ({ zone, state: 'validation', deposed: false }));
