import { ASSERTED_CASES, ASSERTION_CASES } from './assertion-cases';
import type { PolicyCase } from './case';
import { POLICY_CASES } from './policy-cases';
import { SETTINGS_CASES } from './settings-cases';

/** All cases, each with a name of its own. */
export const CASES: readonly PolicyCase[] = [
  ...POLICY_CASES,
  ...ASSERTION_CASES,
  ...ASSERTED_CASES,
  ...SETTINGS_CASES,
];
