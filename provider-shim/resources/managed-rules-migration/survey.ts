import {
  isAhead,
  PHASE_MANAGED_RULES,
  type MigrationState,
  type Problem,
  type TargetState,
} from '../../../schema';
import type { GeneratedRule, MigrationTrigger, Rule, Ruleset, ZoneClient } from '../../api';
import { adjusted } from '../../managed-rules/adjust';
import { digestOf, savedRules, type SavedRule } from '../../managed-rules/saved-rule';
import { readStanding, type Standing } from '../../managed-rules/standing';
import { adjustmentProblems } from './adjustment-problems';
import { findBasis, type Basis, type Earlier } from './basis';
import type { Inputs } from './inputs';

/** What the zone is now, and what has to be done for what is declared. */
export interface Survey {
  readonly standing: Standing;
  /** The rules of the entry point now, and their digest; none where there is no entry point. */
  readonly saved: readonly SavedRule[];
  readonly savedDigest: string;
  /** The ruleset that they are in, undefined where there is no entry point. */
  readonly entryPoint: Pick<Ruleset, 'id' | 'version'> | undefined;
  readonly basis: Basis;
  /** The rules as they are to be, as they are sent; and as they are shown, with their digest. */
  readonly rules: readonly (GeneratedRule | Rule)[];
  readonly shown: readonly SavedRule[];
  readonly digest: string;
  /** The name of the entry point. */
  readonly name: string;
  /** Whether the rules are saved, and as which step of the migration. */
  readonly saves: boolean;
  readonly trigger: MigrationTrigger | undefined;
  /** Where the zone stands afterwards. */
  readonly reached: MigrationState;
}

export type Surveyed = Survey | { readonly standing: Standing; readonly problems: readonly Problem[] };

/** The name of every entry point in public records (docs/service.md 3.2). */
const ENTRY_POINT_NAME = 'default';

/**
 * Looks at the zone, and finds what has to be done. Reads only.
 *
 * @throws ServiceError, MigrationProblem
 */
export async function survey(
  api: ZoneClient,
  inputs: Inputs,
  earlier: Earlier,
  signal: AbortSignal,
): Promise<Surveyed> {
  const { zoneId, target, adjustments } = inputs;
  const [standing, entryPoint] = await Promise.all([
    readStanding(api, zoneId, signal),
    api.getEntrypoint(zoneId, PHASE_MANAGED_RULES, { signal }),
  ]);
  const there = entryPoint?.rules ?? [];
  const basis = await findBasis(api, inputs, { standing, saved: there, earlier }, signal);
  if ('problems' in basis) return { standing, problems: basis.problems };
  const problems = basis.goesNoFurther
    ? []
    : await adjustmentProblems(api, zoneId, basis.rules, adjustments, signal);
  if (problems.length > 0) return { standing, problems };

  const saved = savedRules(there);
  const savedDigest = digestOf(saved);
  const rules = basis.goesNoFurther ? there : adjusted(basis.rules, adjustments);
  const shown = savedRules(rules);
  const digest = digestOf(shown);
  const step = basis.goesNoFurther
    ? { trigger: undefined, reached: standing.state }
    : stepFrom(standing.state, target);
  return {
    standing,
    saved,
    savedDigest,
    entryPoint,
    basis,
    rules,
    shown,
    digest,
    name: basis.name ?? (entryPoint?.name || ENTRY_POINT_NAME),
    saves: !basis.goesNoFurther && (isAhead(target, standing.state) || digest !== savedDigest),
    ...step,
  };
}

/** docs/service.md 7.1, the table of transitions; staying where the zone is counts as a step, which saves what is different. */
function stepFrom(state: MigrationState, target: TargetState): Pick<Survey, 'trigger' | 'reached'> {
  switch (state) {
    case 'start':
    case 'validation':
      return target === 'finished'
        ? { trigger: 'pending', reached: 'finished' }
        : { trigger: 'validation', reached: 'validation' };
    case 'finishing':
    case 'finished':
      return { trigger: undefined, reached: 'finished' };
  }
}
