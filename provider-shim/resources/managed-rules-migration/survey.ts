import {
  isAhead,
  PHASE_MANAGED_RULES,
  type MigrationState,
  type Problem,
  type TargetState,
} from '../../../schema';
import type { GeneratedRule, MigrationTrigger, Rule, UriOverride, ZoneClient } from '../../api';
import { adjusted, withoutAdjustments, type Adjustments, type Displaced } from '../../managed-rules/adjust';
import { readConfiguration } from '../../managed-rules/configuration';
import { findObstacles, findUriOverrides } from '../../managed-rules/obstacles';
import { digestOf, savedRules, type SavedRule } from '../../managed-rules/saved-rule';
import { readStanding, type Standing } from '../../managed-rules/standing';
import { adjustmentProblems } from './adjustment-problems';
import type { Inputs } from './inputs';
import { incompatible } from './refusals';

/** What was adjusted before, for rules that are not generated any more. */
export interface Before {
  readonly adjustments: Adjustments;
  readonly displaced: Displaced;
}

/** What the zone is now, and what has to be done for what is declared. */
export interface Survey {
  readonly standing: Standing;
  /** The rules of the entry point now; none where there is no entry point. */
  readonly saved: readonly SavedRule[];
  /** The rules without adjustments. They are generated until the migration is finishing. */
  readonly base: readonly (GeneratedRule | Rule)[];
  readonly generated: boolean;
  /** Why the service generates no rules, though it still should; null otherwise. */
  readonly notGenerated: string | null;
  /** The rules as they are to be, as they are sent; and as they are shown, with their digest. */
  readonly rules: readonly (GeneratedRule | Rule)[];
  readonly shown: readonly SavedRule[];
  readonly digest: string;
  readonly name: string;
  /** URI-based overrides to delete first. */
  readonly deletions: readonly UriOverride[];
  /** Whether the rules are saved, and as which step of the migration. */
  readonly saves: boolean;
  readonly trigger: MigrationTrigger | undefined;
  /** Where the zone stands afterwards. */
  readonly reached: MigrationState;
}

export type Surveyed = Survey | { readonly standing: Standing; readonly problems: readonly Problem[] };

/** The name of every entry point in public records (facts 2.2). */
const ENTRY_POINT_NAME = 'default';

/**
 * Looks at the zone, and finds what has to be done. Reads only.
 *
 * @throws ServiceError, MigrationProblem
 */
export async function survey(
  api: ZoneClient,
  inputs: Inputs,
  before: Before,
  signal: AbortSignal,
): Promise<Surveyed> {
  const { zoneId, target, adjustments } = inputs;
  const [standing, entryPoint] = await Promise.all([
    readStanding(api, zoneId, signal),
    api.getEntrypoint(zoneId, PHASE_MANAGED_RULES, { signal }),
  ]);
  const savedNow = entryPoint?.rules ?? [];
  const name = entryPoint?.name || ENTRY_POINT_NAME;
  const found = { standing, saved: savedRules(savedNow) };
  const ahead = isAhead(target, standing.state);

  const basis = await findBasis(api, inputs, { standing, savedNow, before }, signal);
  if ('problems' in basis) return { standing, problems: basis.problems };
  if (basis.goesNoFurther) {
    const shown = found.saved;
    return {
      ...found,
      ...{ base: basis.rules, rules: savedNow, shown, digest: digestOf(shown), name },
      ...{ generated: false, notGenerated: basis.notGenerated, deletions: basis.deletions },
      ...{ saves: false, trigger: undefined, reached: standing.state },
    };
  }
  const problems = await adjustmentProblems(api, zoneId, basis.rules, adjustments, signal);
  if (problems.length > 0) return { standing, problems };

  const rules = adjusted(basis.rules, adjustments);
  const shown = savedRules(rules);
  const digest = digestOf(shown);
  return {
    ...found,
    ...{ base: basis.rules, rules, shown, digest, name: basis.name ?? name },
    ...{ generated: basis.generated, notGenerated: basis.notGenerated, deletions: basis.deletions },
    saves: ahead || digest !== digestOf(found.saved),
    ...stepFrom(standing.state, target),
  };
}

/** Spec 3, the table of transitions; staying where the zone is counts as a step, which saves what is different. */
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

interface Basis {
  readonly rules: readonly (GeneratedRule | Rule)[];
  readonly name?: string;
  readonly generated: boolean;
  readonly notGenerated: string | null;
  readonly deletions: readonly UriOverride[];
  /** Nothing but deleting overrides can be done now, because the rules cannot be known before. */
  readonly goesNoFurther?: true;
}

interface Zone {
  readonly standing: Standing;
  readonly savedNow: readonly Rule[];
  readonly before: Before;
}

/** The rules without adjustments: the generated ones while there are any, afterwards those that were saved. */
async function findBasis(
  api: ZoneClient,
  { zoneId, target, deleteUriOverrides }: Inputs,
  { standing, savedNow, before }: Zone,
  signal: AbortSignal,
): Promise<Basis | { readonly problems: readonly Problem[] }> {
  const unadjusted = withoutAdjustments(savedNow, before.adjustments, before.displaced);
  const kept = { rules: unadjusted, generated: false, notGenerated: null, deletions: [] };
  if (standing.state === 'finishing' || standing.state === 'finished') return kept;

  const ahead = isAhead(target, standing.state);
  const [configuration, deletions, compatible] = await Promise.all([
    readConfiguration(api, zoneId, signal),
    ahead && deleteUriOverrides ? findUriOverrides(api, zoneId, signal) : [],
    // Asked once only: the service does not look at it again after the beginning.
    standing.state === 'start'
      ? api.checkCompatibility(zoneId, { signal }).then((check) => check.compatible)
      : true,
  ]);
  if (configuration.available && (compatible || deletions.length > 0))
    return {
      rules: configuration.rules,
      name: configuration.name,
      generated: true,
      notGenerated: null,
      deletions,
    };
  const because = configuration.available ? null : configuration.because;
  if (deletions.length > 0) return { ...kept, notGenerated: because, deletions, goesNoFurther: true };
  if (!ahead) return { ...kept, notGenerated: because };
  return { problems: incompatible(zoneId, standing, await findObstacles(api, zoneId, signal), because) };
}
