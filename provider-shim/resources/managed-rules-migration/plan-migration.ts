import {
  acknowledgementMissing,
  isAhead,
  isBackwards,
  unknown,
  type DraftOf,
  type PlanDraftOf,
} from '../../../schema';
import type { ModifyPlanCall } from '../../framework';
import { findLosses, type Losses } from '../../managed-rules/losses';
import { digestOf, savedRules } from '../../managed-rules/saved-rule';
import { standingSentence } from '../../managed-rules/standing';
import type { Configured } from '../configured';
import { announcements } from './announcements';
import { changeSinceRefresh, replacedRules } from './changes';
import { earlierOf, notePlanned, replacesItself } from './facts';
import { inputsOf, notConfirmedYet, notKnownYet, type Inputs, type Schema } from './inputs';
import {
  backwards,
  changedSincePlan,
  declaredTwice,
  notApproved,
  notKnown,
  providerNotKnown,
  replacementRefused,
  zoneChanged,
} from './refusals';
import { reported, storedRules, type State } from './state';
import { survey, type Survey } from './survey';

type PlanCall = ModifyPlanCall<Schema, Configured>;

/** Whether an object may be destroyed or replaced as far as the state tells. */
export function isProtected({
  migration_state,
  on_destroy,
}: Pick<State, 'migration_state' | 'on_destroy'>): boolean {
  return migration_state !== 'start' && on_destroy !== 'abandon';
}

/**
 * Plans a migration, new or going on: everything that will happen is known in the plan, and what cannot be known is
 * refused.
 */
export async function planMigration(
  call: PlanCall,
  config: DraftOf<Schema>,
): Promise<Partial<PlanDraftOf<Schema>> | undefined> {
  const { client, state, diagnostics, signal, private: facts } = call;
  if (!client) return void diagnostics.error(providerNotKnown());
  const missing = notKnownYet(config);
  if (missing.length > 0) return void diagnostics.error(notKnown(missing));
  const inputs = inputsOf(config);
  const { zoneId, target } = inputs;
  if (state && state.zone_id !== zoneId) {
    if (isProtected(state))
      diagnostics.error(zoneChanged(state.zone_id, state.migration_state ?? 'under way'));
    return undefined;
  }
  if (!mayBeDeclared(call, client, zoneId)) return undefined;

  const found = await survey(client.api, inputs, earlierOf(state?.adjustments, facts), signal);
  const { standing } = found;
  // Begun by somebody else: the object of the state is not in its start any more, though the state says so.
  if (!state && standing.state !== 'start' && client.migrationClaims.heldIn(zoneId) !== undefined)
    return void diagnostics.error(replacementRefused(zoneId, standing.state));
  if (isBackwards(target, standing.state)) return void diagnostics.error(backwards(zoneId, target, standing));
  const ahead = isAhead(target, standing.state);
  const unconfirmed = ahead ? notConfirmedYet(config) : [];
  if (unconfirmed.length > 0) return void diagnostics.error(notKnown(unconfirmed));
  if (ahead && target === 'finished' && !inputs.acknowledged)
    diagnostics.error(acknowledgementMissing(zoneId, standingSentence(zoneId, standing)));
  if ('problems' in found) return void diagnostics.errors(found.problems);
  checkApproval(call, inputs, found);
  if (diagnostics.hasError) return undefined;

  const losses = ahead ? await findLosses(client.api, zoneId, signal) : undefined;
  for (const problem of announcements(zoneId, { found, made: !state, losses })) diagnostics.warning(problem);
  return planned(state, config, found, losses);
}

/** An object is not one of the state in disguise, and the only one of its zone. */
function mayBeDeclared(
  { state, diagnostics, private: facts }: PlanCall,
  { migrationClaims }: Configured,
  zoneId: string,
): boolean {
  const held = migrationClaims.heldIn(zoneId);
  const isSecondHalf = !state && replacesItself(facts, zoneId);
  if (state) notePlanned(facts, zoneId);
  if (!state && held !== undefined && held !== 'start') diagnostics.error(replacementRefused(zoneId, held));
  else if (!isSecondHalf && !migrationClaims.declare(zoneId)) diagnostics.error(declaredTwice(zoneId));
  return !diagnostics.hasError;
}

/** What is to be saved is what was approved, and what this plan was made of: the engine plans once more at apply. */
function checkApproval(
  { state, diagnostics, private: facts }: PlanCall,
  { zoneId, approvedDigest }: Inputs,
  found: Survey,
): void {
  const { basis, saves, digest, standing } = found;
  const approvable = [digest, digestOf(savedRules(basis.rules))];
  if (basis.generated && saves && approvedDigest !== null && !approvable.includes(approvedDigest))
    return diagnostics.error(notApproved(zoneId, approvedDigest, digest, standing));
  const change = state ? changeSinceRefresh(state, facts, found) : undefined;
  if (change !== undefined) diagnostics.error(changedSincePlan(zoneId, change, standing));
}

function planned(
  state: State | null,
  config: DraftOf<Schema>,
  found: Survey,
  losses: Losses | undefined,
): Partial<PlanDraftOf<Schema>> {
  const { standing, reached, saves, basis } = found;
  const now = reported(standing);
  // Adjustments of a finished zone turn neither version on or off.
  const moves = reached !== standing.state || (saves && basis.generated);
  return {
    ...confirmed(state, config, found),
    ...(moves ? { old_waf_status: unknown, new_waf_status: unknown } : now),
    migration_state: reached,
    ...storedRules(found),
    replaced_rules: state ? (state.replaced_rules ?? []) : replacedRules(found),
    not_carried_over: losses ? lost(losses) : (state?.not_carried_over ?? null),
    deleted_uri_overrides:
      basis.deletions.length > 0
        ? basis.deletions.map(({ id, description, urls }) => ({ id, description, urls }))
        : (state?.deleted_uri_overrides ?? []),
  };
}

/** Half of a list would read like the whole. */
function lost({ known, unknownBecause }: Losses): Losses['known'] | null {
  return unknownBecause === null ? known : null;
}

/**
 * What a person confirmed. Once nothing is generated any more it is of no consequence, and stays whether it is written
 * or not: a digest that comes from a data source is null by then.
 */
function confirmed(
  state: State | null,
  { acknowledge_irreversible: word, approved_digest: digest }: DraftOf<Schema>,
  { standing, basis }: Survey,
): Partial<PlanDraftOf<Schema>> {
  const finished = standing.state === 'finished';
  return {
    acknowledge_irreversible: word ?? (finished ? (state?.acknowledge_irreversible ?? null) : null),
    approved_digest: digest ?? (basis.generated ? null : (state?.approved_digest ?? null)),
  };
}
