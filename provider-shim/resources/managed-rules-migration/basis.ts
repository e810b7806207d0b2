import { isAhead, type Problem } from '../../../schema';
import type { GeneratedRule, Rule, UriOverride, ZoneClient } from '../../api';
import { withoutAdjustments, type Adjustments, type Displaced } from '../../managed-rules/adjust';
import { readConfiguration } from '../../managed-rules/configuration';
import { findObstacles } from '../../managed-rules/obstacles';
import type { Standing } from '../../managed-rules/standing';
import { zoneInMessages } from '../zone-in-messages';
import type { Inputs } from './inputs';
import { incompatible } from './refusals';
import { listOverrides } from './uri-overrides';

/** What was adjusted so far, and what the adjustments took the place of. */
export interface Earlier {
  readonly adjustments: Adjustments;
  readonly displaced: Displaced;
}

/** What the rules of a zone are made of. */
export interface Basis {
  /** The rules without adjustments, as they are sent. */
  readonly rules: readonly (GeneratedRule | Rule)[];
  /** Whether the service generated them. It does until the migration is finishing. */
  readonly generated: boolean;
  /** The name that goes with generated rules. */
  readonly name: string | undefined;
  /** Why the service generates no rules, though it still should; null otherwise. */
  readonly notGenerated: string | null;
  /** URI-based overrides to delete first. */
  readonly deletions: readonly UriOverride[];
  /** Nothing but deleting overrides can be done now, because the rules cannot be known before. */
  readonly goesNoFurther: boolean;
}

interface Zone {
  readonly standing: Standing;
  readonly saved: readonly Rule[];
  readonly earlier: Earlier;
}

/**
 * The rules without adjustments: the generated ones while there are any, afterwards those that were saved. What keeps
 * the zone from migrating is answered as problems.
 *
 * @throws ServiceError
 */
export async function findBasis(
  api: ZoneClient,
  { zoneId, target, deleteUriOverrides }: Inputs,
  { standing, saved, earlier }: Zone,
  signal: AbortSignal,
): Promise<Basis | { readonly problems: readonly Problem[] }> {
  const kept = {
    rules: withoutAdjustments(saved, earlier.adjustments, earlier.displaced),
    generated: false,
    name: undefined,
    notGenerated: null,
    deletions: [],
    goesNoFurther: false,
  };
  if (standing.state === 'finishing' || standing.state === 'finished') return kept;

  const ahead = isAhead(target, standing.state);
  const [configuration, deletions, compatible] = await Promise.all([
    readConfiguration(api, zoneId, signal),
    // A list that cannot be read is an error: the plan would not announce what apply deletes, or the reverse.
    ahead && deleteUriOverrides ? listOverrides(api, zoneId, signal) : [],
    // Asked in the beginning only: the service does not look at it again afterwards.
    standing.state === 'start' ? isCompatible(api, zoneId, signal) : true,
  ]);
  if (configuration.available && (compatible || deletions.length > 0))
    return { ...kept, rules: configuration.rules, generated: true, name: configuration.name, deletions };
  const because = configuration.available ? null : configuration.because;
  if (deletions.length > 0) return { ...kept, notGenerated: because, deletions, goesNoFurther: true };
  if (!ahead) return { ...kept, notGenerated: because };
  const [obstacles, zone] = await Promise.all([
    findObstacles(api, zoneId, signal),
    zoneInMessages({ api, zoneId, signal }),
  ]);
  return { problems: incompatible(zone, standing, obstacles, because) };
}

async function isCompatible(api: ZoneClient, zoneId: string, signal: AbortSignal): Promise<boolean> {
  return (await api.checkCompatibility(zoneId, { signal })).compatible;
}
