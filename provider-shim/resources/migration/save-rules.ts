import { PHASE_MANAGED_RULES, type Problem } from '../../../schema';
import {
  ServiceError,
  type GeneratedRule,
  type MigrationTrigger,
  type Rule,
  type Ruleset,
  type ZoneClient,
  managedRulesSaving,
} from '../../api';
import { changedSincePlan } from './errors';
import { digestOf, savedRules } from './rules';
import { MigrationProblem, readStatus, statusSentence } from './status';
import type { Transition } from './state';
import { noteEvidence, refusedAtPlan, type ProofCall } from '../proofs';
import type { Configured } from '../configured';

/** How often to send the same rules at most, when it is unknown whether they arrived. */
const MOST_TRIES = 3;

/** Where rules are saved. */
export interface SavePlace {
  readonly api: ZoneClient;
  readonly zoneId: string;
  /** As `zoneInWords` returns it. */
  readonly zone: string;
  readonly signal: AbortSignal;
  /** Called when the service has certainly not saved them. */
  readonly onRefused: () => void;
}

/**
 * Saves the computed rules, as a step of the migration where it is one. After a lost answer the zone is looked at: what
 * arrived is not sent again, what did not is sent again unchanged, and what somebody else did meanwhile is left alone.
 *
 * @returns the entry point as saved; undefined when the service has none, which saving no rules can come to
 * @throws ServiceError, MigrationProblem
 */
export async function saveRules(
  { api, zoneId, zone, signal, onRefused }: SavePlace,
  transition: Transition,
): Promise<Ruleset | undefined> {
  const { name, rules, trigger } = transition;
  for (let tries = 1; ; tries += 1) {
    try {
      return await api.saveManagedRules(
        zoneId,
        { name, rules: rules.map((rule) => asSent(rule, trigger)) },
        trigger,
        { signal },
      );
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const inDoubt = error.outcome === 'unknown';
      if (!inDoubt && tries === 1) onRefused();
      if (error.kind === 'cancelled') throw error;
      if (inDoubt || tries > 1) {
        const arrived = await whatArrived(api, zoneId, transition, signal, zone);
        if (arrived !== undefined) return arrived.entryPoint;
      }
      if (!inDoubt || tries === MOST_TRIES) throw refusedByService(zone, transition, error);
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

/**
 * A generated rule is sent back unchanged, with its id (docs/internals/service.md 7.4). A saved one is sent without its version and time;
 * its id keeps it the same rule.
 */
export function asSent(
  rule: GeneratedRule | Rule,
  trigger: MigrationTrigger | undefined,
): GeneratedRule | Rule {
  if (trigger !== undefined) return rule;
  const { version: _version, last_updated: _time, ...kept } = rule;
  return kept as GeneratedRule;
}

/** The service's refusal of a step, with its most likely cause. Other failures stay as they are. */
function refusedByService(
  zone: string,
  { status, trigger }: Transition,
  error: ServiceError,
): MigrationProblem | ServiceError {
  const refused = error.kind === 'invalid' || error.kind === 'authorization' || error.kind === 'conflict';
  if (!refused || trigger === undefined) return error;
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

/**
 * Asks the service whether it would accept the rules that a migration saves after its end. A step of the migration is
 * never asked about: the service documents no dry run for it, and it might be taken.
 */
export async function proveMigration(
  call: ProofCall,
  { proofs }: Pick<Configured, 'proofs'>,
  zoneId: string,
  { saves, base, name, rules, trigger, status }: Transition,
): Promise<void> {
  if (!proofs.isOn || (!saves && base.deletions.length === 0)) return;
  if (trigger !== undefined || status.state !== 'finished')
    return noteEvidence(call.privateState, { outcome: 'step' });
  const write = managedRulesSaving(zoneId, { name, rules: rules.map((rule) => asSent(rule, trigger)) });
  await proofs.prove(call, write, (error) => [
    refusedAtPlan(error, 'migration_rules_refused', ['adjustments']),
  ]);
}
