import type { Problem } from '../problem';
import { CORE_SENSITIVITIES } from './core-rule-set';

/** A sensitivity that has settings in the new core rule set. */
export function coreSensitivity(value: string): readonly Problem[] {
  const words: readonly string[] = CORE_SENSITIVITIES;
  if (words.includes(value)) return [];
  const lower = value.trim().toLowerCase();
  return [
    {
      code: 'sensitivity_unknown',
      path: [],
      message: `${JSON.stringify(value)} is not a sensitivity of the previous core rule set.`,
      hint: hintFor(lower, words),
    },
  ];
}

function hintFor(lower: string, words: readonly string[]): string {
  if (words.includes(lower)) return `Write "${lower}".`;
  if (lower === 'off')
    return 'A core rule set that is off has no settings: the new version does not deploy it.';
  return `Allowed: ${words.map((word) => `"${word}"`).join(', ')}.`;
}
