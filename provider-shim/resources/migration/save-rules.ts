import { PHASE_MANAGED_RULES, type Problem } from '../../../schema';
import { ServiceError, type MigrationTrigger, type Ruleset, type ZoneClient } from '../../api';
import { changedSincePlan } from './errors';
import { digestOf, savedRules } from '../rules/rule';
import { MigrationProblem, readStatus, statusSentence } from './status';
import type { Transition } from './state';

/** How often to send the same rules at most, when it is unknown whether they arrived. */
const MOST_TRIES = 3;

/** Where rules are saved. */
export interface SavePlace {
  readonly api: ZoneClient;
  readonly zoneId: string;
  /** As `zoneInWords` returns it. */
  readonly zone: string;
  readonly signal: AbortSignal;
}

/**
 * Saves the computed rules as a step of the migration. After a lost answer the zone is looked at: what
 * arrived is not sent again, what did not is sent again unchanged, and what somebody else did meanwhile is left alone.
 *
 * @returns the entry point as saved; undefined when the service has none, which saving no rules can come to
 * @throws ServiceError, MigrationProblem
 */
export async function saveRules(
  { api, zoneId, zone, signal }: SavePlace,
  transition: Transition,
  trigger: MigrationTrigger,
): Promise<Ruleset | undefined> {
  const { name, rules } = transition;
  for (let tries = 1; ; tries += 1) {
    try {
      // A generated rule is sent back unchanged, with its id (docs/internals/service.md 7.4).
      return await api.saveManagedRules(zoneId, { name, rules }, trigger, { signal });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const inDoubt = error.outcome === 'unknown';
      if (error.kind === 'cancelled') throw error;
      if (inDoubt || tries > 1) {
        const arrived = await whatArrived(api, zoneId, transition, signal, zone);
        if (arrived !== undefined) return arrived.entryPoint;
      }
      if (!inDoubt || tries === MOST_TRIES) throw refusedByService(zone, transition, trigger, error);
    }
  }
}

/**
 * The entry point when the zone has the rules and has taken the step; undefined when nothing has changed.
 *
 * @throws MigrationProblem when it is neither
 */
async function whatArrived(
  api: ZoneClient,
  zoneId: string,
  { status, trigger, digest, saved }: Transition,
  signal: AbortSignal,
  zone: string,
): Promise<{ readonly entryPoint: Ruleset | undefined } | undefined> {
  const [now, entryPoint] = await Promise.all([
    readStatus(api, zoneId, signal),
    api.getEntrypoint(zoneId, PHASE_MANAGED_RULES, { signal }),
  ]);
  const there = digestOf(savedRules(entryPoint?.rules ?? []));
  const moved = now.state !== status.state;
  const isStep = trigger !== undefined && trigger !== status.state;
  if (there === digest && (moved || !isStep)) return { entryPoint };
  if (there === digestOf(saved) && !moved) return undefined;
  const seen = 'somebody else changed it during the save, or the service stores a form of its own';
  throw new MigrationProblem(changedSincePlan(zone, seen, now));
}

/** The service's refusal of a step, with its most likely cause. Other failures stay as they are. */
function refusedByService(
  zone: string,
  { status }: Transition,
  trigger: MigrationTrigger,
  error: ServiceError,
): MigrationProblem | ServiceError {
  const refused = error.kind === 'invalid' || error.kind === 'authorization' || error.kind === 'conflict';
  if (!refused) return error;
  const forbidden = trigger === 'pending' && error.kind === 'authorization';
  const permission = forbidden
    ? 'The credentials may lack the permission Zone WAF Write for this zone. '
    : '';
  const hint = `${permission}${MEANING[trigger]} ${statusSentence(zone, status)} This has not changed.`;
  return new MigrationProblem(refusal(error, trigger, hint));
}

/** The permission is that of docs/internals/service.md 3.4. */
const MEANING = {
  validation:
    'Only Enterprise zones can enter validation: on another plan, a zone migrates in one step, with target_state = "finished". ' +
    'For an Enterprise zone, check that the credentials have the permission Zone WAF Write and may edit its firewall settings.',
  pending:
    'At least one managed ruleset must be deployed and enabled when the previous version is disabled, and the ' +
    'credentials must be allowed to edit the firewall settings of the zone.',
} as const;

function refusal(error: ServiceError, trigger: keyof typeof MEANING, hint: string): Problem {
  return {
    code: `migration_${trigger}_refused`,
    path: ['target_state'],
    message: `The service refuses to ${trigger === 'validation' ? 'begin validation' : 'finish the migration'}: ${error.said}.`,
    hint,
  };
}
