import {
  acknowledgementMissing,
  isAhead,
  isBackwards,
  isIrreversible,
  PHASE_MANAGED_RULES,
  unknown,
  type ConfigAtPlan,
  type PlannedState,
  type Problem,
} from '../../../schema';
import type { ZoneDetails } from '../../api';
import type { ModifyPlanCall } from '../../sdk/framework';
import type { Configured } from '../configured';
import { zoneInMessages, zoneInWords } from '../messages';
import { noteEvidence } from '../proofs';
import { adjusted, adjustmentsBetween, notInForce, type Adjustments } from './adjustments';
import { changeSinceRefresh } from './changes';
import {
  acknowledgementMissingInState,
  adjustedAfterEnd,
  backwards,
  changedSincePlan,
  declaredTwice,
  notKnown,
  providerNotKnown,
  replacementRefused,
  validationNotIncluded,
  zoneChanged,
} from './errors';
import { comparesApproval, isUnacknowledged, refusalOfApproval, stepAhead, stepToApprove } from './approval';
import { plannedAttributes, stepOf } from './planned-attributes';
import { findLosses, isBelowEnterprise } from './previous-waf';
import { inServiceForm } from '../rules/rule';
import { noteReplaced, plannedObject } from '../rule-list/plan-notes';
import {
  inputsOf,
  notConfirmedYet,
  notKnownYet,
  type Inputs,
  type Schema,
  type State,
  type Transition,
} from './state';
import { rememberingEnd, statusSentence } from './status';
import { computeTransition, type TransitionOrProblems } from './transition';
import { announcements } from './warnings';

type PlanCall = ModifyPlanCall<Schema, Configured>;

/**
 * Plans a migration, new or going on: everything that will happen is known in the plan, and what cannot be known is
 * refused.
 */
export async function planMigration(
  call: PlanCall,
  config: ConfigAtPlan<Schema>,
): Promise<Partial<PlannedState<Schema>> | undefined> {
  const { client, state, diagnostics, signal, privateState } = call;
  if (!client) return void diagnostics.error(providerNotKnown());
  const missing = notKnownYet(config);
  if (missing.length > 0) return void diagnostics.error(notKnown(missing));
  const inputs = inputsOf(config);
  const { zoneId } = inputs;
  if (state) noteReplaced(privateState, state);
  if (state && state.zone_id !== zoneId) return void refuseZoneChange(call, client, state, zoneId);
  if (!(await mayBeDeclared(call, client, zoneId))) return undefined;

  const transition = await computeTransition(rememberingEnd(client.reads, state), inputs, state, signal);
  // The name of a zone is not worth a request where nothing happens, nor a change of the state.
  const isSettled = state !== null && !('problems' in transition) && stepOf(transition, state) === undefined;
  const details = isSettled ? NOT_ASKED_FOR : await client.api.zoneDetails(zoneId, { signal });
  const zone = zoneInWords(zoneId, state?.zone_name ?? details.name);
  checkTransition(call, client, { config, inputs, transition, zone, plan: details.plan });
  if (diagnostics.hasError || 'problems' in transition) return undefined;
  const inVain = await adjustmentsInVain(call, client, inputs, transition, zone);
  // A zone that others have finished does not hold up the rest of its stack.
  if (inVain && inputs.skipsIncompatible && !state?.finish) diagnostics.warning(inVain);
  else if (inVain) return void diagnostics.error(inVain);
  const isOutdated = checkState(call, transition, zone);
  if (isOutdated === undefined) return undefined;

  const losses = stepAhead(inputs, transition) ? await findLosses(client.reads, zoneId, signal) : undefined;
  const refusal =
    stepToApprove(inputs, transition) && comparesApproval(inputs, client.requiresApproval)
      ? await refusalOfApproval({ zone, zoneName: details.name, inputs, transition, losses })
      : undefined;
  if (refusal) return void diagnostics.error(refusal);
  const announced = announcements(zone, {
    ...{ transition, made: !state, waits: inputs.waits, losses },
    approved: inputs.approved !== null,
    listRules: (...rules) => client.runState.migrations.listRules(...rules),
  });
  for (const warning of announced) diagnostics.warning(warning);
  const writes = transition.saves || transition.base.deletions.length > 0;
  // The service documents no dry run of a step, and might take it.
  if (client.proofs.isOn && writes) noteEvidence(privateState, { outcome: 'step' });
  const planned = { state, config, inputs, zone, zoneName: details.name, transition, losses };
  // The engine reads, or plans again at apply, only what differs from the state.
  return { ...plannedAttributes(planned), ...(isOutdated && { new_waf_status: unknown }) };
}

const NOT_ASKED_FOR: ZoneDetails = { name: null, plan: null };

/** Whether the state allows an object to be destroyed or replaced. */
export function isProtected({
  migration_state,
  on_destroy,
}: Pick<State, 'migration_state' | 'on_destroy'>): boolean {
  return migration_state !== 'start' && on_destroy !== 'abandon';
}

/**
 * Another zone would be a replacement: its plan compares what happens to one zone with what happened to the other, and the
 * engine drops its warnings.
 */
function refuseZoneChange(
  { diagnostics }: PlanCall,
  { runState }: Configured,
  state: State,
  zoneId: string,
): void {
  const before = zoneInWords(state.zone_id, state.zone_name);
  const belongsToAnother = runState.migrations.inState(zoneId) !== undefined;
  diagnostics.error(zoneChanged(before, zoneId, state.migration_state ?? 'under way', belongsToAnother));
}

/** A new object must not be a tainted one of the state, and must be the only one of its zone. */
async function mayBeDeclared(
  { state, diagnostics, signal, privateState, newObject }: PlanCall,
  { api, runState }: Configured,
  zoneId: string,
): Promise<boolean> {
  const inState = runState.migrations.inState(zoneId);
  const isUnderWay = !state && inState !== undefined && inState !== 'start';
  const object = plannedObject(state, privateState, newObject);
  if (!isUnderWay && runState.migrations.reserve(zoneId, object, state !== null)) return true;
  const zone = await zoneInMessages({ api, zoneId, signal });
  diagnostics.error(isUnderWay ? replacementRefused(zone, inState) : declaredTwice(zone));
  return false;
}

/** What a plan is checked with, once the transition is computed. */
interface Computed {
  readonly config: ConfigAtPlan<Schema>;
  readonly inputs: Inputs;
  readonly transition: TransitionOrProblems;
  /** As `zoneInWords` has it. */
  readonly zone: string;
  /** The zone's plan; null when it was not requested or not returned. */
  readonly plan: string | null;
}

/** Refuses a transition that the service does not offer, or that is not acknowledged or approved. */
function checkTransition(
  { state, diagnostics }: PlanCall,
  { runState, requiresApproval }: Configured,
  { config, inputs, transition, zone, plan }: Computed,
): void {
  const { zoneId, target } = inputs;
  const { status } = transition;
  // Somebody else has begun it: the migration is no longer in start, though the state says so.
  if (!state && status.state !== 'start' && runState.migrations.inState(zoneId) !== undefined)
    return diagnostics.error(replacementRefused(zone, status.state));
  if (isBackwards(target, status.state)) return diagnostics.error(backwards(zone, target, status));
  if (target === 'validation' && status.state === 'start' && isBelowEnterprise(plan))
    return diagnostics.error(validationNotIncluded(zone, String(plan)));
  const ahead = isAhead(target, status.state);
  const isSaved = 'saves' in transition && transition.saves;
  const unconfirmed = notConfirmedYet(config).filter(
    (name) => ahead || (isSaved && name === 'approved_digest'),
  );
  if (unconfirmed.length > 0) return diagnostics.error(notKnown(unconfirmed));
  if (ahead && isUnacknowledged(inputs, requiresApproval)) {
    const sentence = statusSentence(zone, status);
    diagnostics.error(
      state
        ? acknowledgementMissingInState(zoneId, sentence, status.state)
        : acknowledgementMissing(zoneId, sentence),
    );
  }
  if ('problems' in transition) diagnostics.errors(transition.problems);
}

/**
 * Refuses adjustments that could only be saved, where nothing is saved any more: neither the rules of the end have them, nor
 * did the finish send them, nor are they in force now.
 */
async function adjustmentsInVain(
  { state, signal }: PlanCall,
  { reads }: Configured,
  { zoneId, adjustments }: Inputs,
  { status, shown }: Transition,
  zone: string,
): Promise<Problem | undefined> {
  if (!isIrreversible(status.state)) return undefined;
  const rules = inServiceForm(shown);
  const sent = adjusted(rules, state?.finish ? ((state.adjustments ?? {}) as Adjustments) : {});
  const others = notInForce(sent, notInForce(rules, adjustments));
  if (Object.keys(others).length === 0) return undefined;
  const entryPoint = await reads.getEntrypoint(zoneId, PHASE_MANAGED_RULES, { signal });
  const there = entryPoint?.rules ?? [];
  const missing = notInForce(there, others);
  if (Object.keys(missing).length === 0) return undefined;
  return adjustedAfterEnd(zone, zoneId, status, missing, adjustmentsBetween([], there));
}

/**
 * Refuses a state that is not what the zone is now. The engine plans once more at apply: what this plan was made of is what
 * the first one was made of.
 *
 * @returns whether the state is to be read before anything is applied; undefined if it is refused
 */
function checkState(
  { state, diagnostics, privateState, mayBeReadYet }: PlanCall,
  transition: Transition,
  zone: string,
): boolean | undefined {
  const change = state ? changeSinceRefresh(state, privateState, transition) : undefined;
  if (change === undefined) return false;
  const problem = changedSincePlan(zone, change, transition.status);
  if (!mayBeReadYet) return void diagnostics.error(problem);
  diagnostics.warning(problem);
  return true;
}
