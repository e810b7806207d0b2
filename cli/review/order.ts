import type { Wave } from './model';

/** The names of waves as people count them: 2 before 10. */
const NATURAL = new Intl.Collator('en', { numeric: true });

/** By code units, so that no locale changes the order. */
export function inOrder(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** With numbers by their value. */
export function inNaturalOrder(one: string, other: string): number {
  return NATURAL.compare(one, other) || inOrder(one, other);
}

/** A wave by its name; without a rollout by its number in the stack. */
export interface WaveName {
  readonly rollout: string | null;
  readonly name: string;
}

/**
 * The order in which waves follow each other: that of the positions that their gates record; without a position in each
 * record of a rollout, that of their names.
 */
export function orderOfWaves(waves: readonly Wave[]): (one: WaveName, other: WaveName) => number {
  const unplaced = new Set(waves.filter(({ position }) => position === null).map(({ rollout }) => rollout));
  const positions = new Map(waves.map((wave) => [keyOf(wave), wave.position ?? 0]));
  const positionOf = (wave: WaveName): number =>
    unplaced.has(wave.rollout ?? '') ? 0 : (positions.get(keyOf(wave)) ?? 0);
  return (one, other) =>
    inNaturalOrder(one.rollout ?? '', other.rollout ?? '') ||
    positionOf(one) - positionOf(other) ||
    inNaturalOrder(one.name, other.name);
}

function keyOf({ rollout, name }: WaveName): string {
  return JSON.stringify([rollout, name]);
}
