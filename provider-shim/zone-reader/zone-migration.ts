import { isIrreversible, type MigrationState, type Problem } from '../../schema';
import type { ListedZone } from '../api';
import { incompatible } from '../resources/migration/errors';
import {
  findLosses,
  findObstacles,
  isBelowEnterprise,
  shownLosses,
  type ShownLoss,
  type Obstacle,
} from '../resources/migration/previous-waf';
import { readConfiguration, savedRules, type SavedRule } from '../resources/migration/rules';
import { readStatus, type Status } from '../resources/migration/status';
import { zoneInWords } from '../resources/messages';
import type { AdoptionService } from './service';

/** Where a zone's migration is, and what its plan would show. */
export interface ZoneMigration {
  readonly state: MigrationState;
  /** Whether the service lets the zone go on to the next state. True once it has finished. */
  readonly compatible: boolean;
  /** What is in the way, as far as it can be determined. */
  readonly obstacles: readonly Obstacle[];
  /** What a plan of the migration would refuse, in its words; empty if nothing. */
  readonly problems: readonly Problem[];
  /** Whether the zone's plan is known not to include validation. */
  readonly validationExcluded: boolean;
  /** The rules that the service generates; null if it does not, or no longer does. */
  readonly rules: readonly SavedRule[] | null;
  /** What will not carry over; null if it is not known. */
  readonly not_carried_over: readonly ShownLoss[] | null;
  /** Null if all of it is known, or there is nothing to know because the rules are not. */
  readonly losses_unknown_because: string | null;
}

type Call = Pick<AdoptionService, 'configured'> & { readonly zone: ListedZone; readonly signal: AbortSignal };

/**
 * Reads what a plan of the zone's migration would show, with the requests of a plan and no others: the status of a zone
 * that is finishing or has finished; what is in the way of a zone that cannot migrate; the rules and the losses of any
 * other.
 *
 * @throws ServiceError if the service refuses or does not answer; MigrationProblem for a state that is not known
 */
export async function readZoneMigration(
  zone: ListedZone,
  { configured }: Pick<AdoptionService, 'configured'>,
  signal: AbortSignal,
): Promise<ZoneMigration> {
  const call: Call = { configured, zone, signal };
  const status = await readStatus(configured.reads, zone.id, signal);
  if (isIrreversible(status.state)) return { ...UNKNOWN_RULES, ...facts(call, status), compatible: true };
  // The service checks a zone only at its beginning (docs/internals/service.md 7.4).
  const compatible =
    status.state !== 'start' || (await configured.reads.checkCompatibility(zone.id, { signal })).compatible;
  return compatible ? withRules(call, status) : inTheWay(call, status, null);
}

const UNKNOWN_RULES = {
  obstacles: [],
  problems: [],
  rules: null,
  not_carried_over: null,
  losses_unknown_because: null,
} as const;

function facts({ zone }: Call, { state }: Status): Pick<ZoneMigration, 'state' | 'validationExcluded'> {
  return { state, validationExcluded: isBelowEnterprise(zone.plan) };
}

async function withRules(call: Call, status: Status): Promise<ZoneMigration> {
  const { configured, zone, signal } = call;
  const found = await readConfiguration(configured.reads, zone.id, signal);
  if (!found.available) return inTheWay(call, status, found.because);
  const rules = savedRules(found.rules);
  return {
    ...facts(call, status),
    compatible: true,
    obstacles: [],
    problems: [],
    rules,
    ...shownLosses(await findLosses(configured.reads, zone.id, signal)),
  };
}

/** @param refusal why the service generates no rules, if that is known */
async function inTheWay(call: Call, status: Status, refusal: string | null): Promise<ZoneMigration> {
  const { configured, zone, signal } = call;
  const obstacles = await findObstacles(configured.reads, zone.id, signal);
  // What the configuration shows needs no other words.
  const because = obstacles.length > 0 ? refusal : (refusal ?? (await refusalOf(call)));
  const problems = incompatible(zoneInWords(zone.id, zone.name || null), status, obstacles, because);
  return { ...UNKNOWN_RULES, ...facts(call, status), compatible: false, obstacles, problems };
}

async function refusalOf({ configured, zone, signal }: Call): Promise<string | null> {
  const found = await readConfiguration(configured.reads, zone.id, signal);
  return found.available ? null : found.because;
}
