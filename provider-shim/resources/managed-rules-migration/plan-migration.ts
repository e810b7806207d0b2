import {
  acknowledgementMissing,
  isAhead,
  isBackwards,
  unknown,
  type DraftOf,
  type PlanDraftOf,
} from '../../../schema';
import type { ModifyPlanCall } from '../../framework';
import { findLosses, type Loss } from '../../managed-rules/losses';
import { digestOf, savedRules } from '../../managed-rules/saved-rule';
import { standingSentence } from '../../managed-rules/standing';
import type { Configured } from '../configured';
import { announcements } from './announcements';
import { before, generatedWhenRead } from './facts';
import { inputsOf, notKnownYet, type Inputs, type Schema } from './inputs';
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
  if (!state && !mayBeMade(call, client, zoneId)) return undefined;

  const found = await survey(client.api, inputs, before(state?.adjustments, facts), signal);
  const { standing } = found;
  if (isBackwards(target, standing.state)) return void diagnostics.error(backwards(zoneId, target, standing));
  const ahead = isAhead(target, standing.state);
  if (ahead && target === 'finished' && !inputs.acknowledged)
    diagnostics.error(acknowledgementMissing(zoneId, standingSentence(zoneId, standing)));
  if ('problems' in found) return void diagnostics.errors(found.problems);
  checkApproval(call, inputs, found);
  if (diagnostics.hasError) return undefined;

  const losses = ahead ? await findLosses(client.api, zoneId, signal) : undefined;
  for (const problem of announcements(zoneId, { found, made: !state, losses })) diagnostics.warning(problem);
  return planned(state, config, found, losses);
}

/** A new object is not one of the state in disguise, nor declared a second time. */
function mayBeMade({ diagnostics }: PlanCall, { migrationClaims }: Configured, zoneId: string): boolean {
  const held = migrationClaims.heldIn(zoneId);
  if (held !== undefined) diagnostics.error(replacementRefused(zoneId, held));
  else if (!migrationClaims.declare(zoneId)) diagnostics.error(declaredTwice(zoneId));
  return !diagnostics.hasError;
}

/** What is to be saved is what was approved, and what this plan was made of: the engine plans once more at apply. */
function checkApproval(
  { state, diagnostics, private: facts }: PlanCall,
  inputs: Inputs,
  found: Survey,
): void {
  const { zoneId, approvedDigest } = inputs;
  const { generated, saves, base, digest, standing } = found;
  if (!generated || !saves) return;
  const generatedNow = digestOf(savedRules(base));
  if (approvedDigest !== null && approvedDigest !== digest && approvedDigest !== generatedNow)
    return diagnostics.error(notApproved(zoneId, approvedDigest, digest, standing));
  const whenRead = state ? generatedWhenRead(facts) : undefined;
  if (whenRead !== undefined && whenRead !== generatedNow) {
    const seen = `the service generates other rules than a moment ago (${whenRead} then, ${generatedNow} now)`;
    diagnostics.error(changedSincePlan(zoneId, seen, standing));
  }
}

function planned(
  state: State | null,
  config: DraftOf<Schema>,
  found: Survey,
  losses: readonly Loss[] | null | undefined,
): Partial<PlanDraftOf<Schema>> {
  const { standing, reached, saves, generated, deletions } = found;
  const now = reported(standing);
  // Adjustments of a finished zone turn neither version on or off.
  const moves = reached !== standing.state || (saves && generated);
  return {
    ...confirmed(state, config, found),
    ...(moves ? { old_waf_status: unknown, new_waf_status: unknown } : now),
    migration_state: reached,
    ...storedRules(found),
    not_carried_over: losses === undefined ? (state?.not_carried_over ?? null) : losses,
    deleted_uri_overrides:
      deletions.length > 0
        ? deletions.map(({ id, description, urls }) => ({ id, description, urls }))
        : (state?.deleted_uri_overrides ?? []),
  };
}

/**
 * What a person confirmed. Once nothing is generated any more it is of no consequence, and stays whether it is written
 * or not: a digest that comes from a data source is null by then.
 */
function confirmed(
  state: State | null,
  { acknowledge_irreversible: word, approved_digest: digest }: DraftOf<Schema>,
  { standing, generated }: Survey,
): Partial<PlanDraftOf<Schema>> {
  const finished = standing.state === 'finished';
  return {
    acknowledge_irreversible: word ?? (finished ? (state?.acknowledge_irreversible ?? null) : null),
    approved_digest: digest ?? (generated ? null : (state?.approved_digest ?? null)),
  };
}
