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
 * The order in which waves follow each other: that of the positions that their gates record. Without a position in each
 * record of a rollout, those whose names all begin with a number are in the order of their names. Others are in the order
 * of their approvals, since no wave is first approved before the one that it follows: first those approved to finish,
 * then those approved to validate, then those without an approval.
 */
export function orderOfWaves(waves: readonly Wave[]): (one: WaveName, other: WaveName) => number {
  const unplaced = new Set(waves.filter(({ position }) => position === null).map(({ rollout }) => rollout));
  const positions = new Map(waves.map((wave) => [keyOf(wave), wave.position ?? 0]));
  const positionOf = (wave: WaveName): number =>
    unplaced.has(wave.rollout ?? '') ? 0 : (positions.get(keyOf(wave)) ?? 0);
  const unnumbered = new Set(waves.filter(({ name }) => !/^\d/.test(name)).map(({ rollout }) => rollout));
  const approvals = new Map(waves.map((wave) => [keyOf(wave), approvalRank(wave)]));
  const rankOf = (wave: WaveName): string =>
    unnumbered.has(wave.rollout ?? '') ? (approvals.get(keyOf(wave)) ?? '') : '';
  return (one, other) =>
    inNaturalOrder(one.rollout ?? '', other.rollout ?? '') ||
    positionOf(one) - positionOf(other) ||
    inOrder(rankOf(one), rankOf(other)) ||
    inNaturalOrder(one.name, other.name);
}

/** ISO 8601 times in UTC are in the order of their text. */
function approvalRank({ approval }: Wave): string {
  if (approval === null) return '3';
  return `${approval.target === 'finished' ? '1' : '2'} ${approval.at}`;
}

function keyOf({ rollout, name }: WaveName): string {
  return JSON.stringify([rollout, name]);
}
