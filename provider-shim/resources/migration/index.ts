import { isIrreversible, isKnown, managedRulesMigrationSchema, PHASE_MANAGED_RULES } from '../../../schema';
import { defineResource, type ImportCall } from '../../sdk/framework';
import type { Configured } from '../configured';
import { parseZoneScopedId } from '../import-id';
import { zoneInMessages, zoneInWords } from '../messages';
import { zoneShims } from '../move-sources';
import { adjustmentsBetween, type Adjustments } from './adjustments';
import { applyMigration } from './apply';
import { isProtected, planMigration } from './plan';
import { PROBLEM, zoneIdMalformed } from './problems';
import { forgetPlanNotes, identityOf } from '../rule-list/plan-notes';
import { becomeOwner } from '../rule-list/owner';
import { keepsGenerated, noteGenerated, takeStored } from './changes';
import { generatedDigest, readConfiguration } from './previous-waf';
import { MigrationRegistry } from './registry';
import { digestOf, savedRules } from '../rules/rule';
import { reported, type Schema, type State } from './state';
import { readStatus, rememberingEnd } from './status';
import { readZone } from './transition';

/** The one-way migration of a zone to the new managed rules (docs/internals/service.md 7, 7.4, 7.5). */
export const managedRulesMigration = defineResource<Schema, Configured>({
  schema: managedRulesMigrationSchema,

  identity: ['zone_id'],

  validate(config, diagnostics) {
    const { target_state: target, acknowledge_irreversible: word } = config;
    if (target === 'validation' && isKnown(word)) diagnostics.warning(PROBLEM.acknowledged_ahead());
  },

  create: (call) => {
    call.client.runState.of(MigrationRegistry).markBegun(call.plan.zone_id);
    becomeOwner(call.privateState, call.client.newToken());
    return applyMigration({ ...call, state: null });
  },

  async read({ client: { reads, runState }, state, signal, diagnostics, privateState }) {
    const { zone_id: zoneId } = state;
    runState.of(MigrationRegistry).markRead(zoneId, identityOf(state, privateState));
    const warn = (): void =>
      diagnostics.warning(PROBLEM.migration_status_retired(zoneInWords(zoneId, state.zone_name)));
    const stored = { ...state, rules: takeStored(privateState) ?? state.rules };
    const { status, saved } = await readZone(rememberingEnd(reads, state, warn), zoneId, stored, signal);
    if (state.migration_state === 'finishing' && status.state === 'finished')
      diagnostics.warning(PROBLEM.migration_has_finished(zoneInWords(zoneId, state.zone_name)));
    const validates = [state.migration_state, status.state].every((one) => one === 'validation');
    if (validates && digestOf(saved) !== digestOf(stored.rules ?? []))
      diagnostics.warning(PROBLEM.migration_rules_changed(zoneInWords(zoneId, state.zone_name), saved));
    if (!isIrreversible(status.state) && keepsGenerated(privateState))
      noteGenerated(privateState, await generatedDigest(reads, zoneId, signal));
    return { ...state, ...reported(status), rules: saved };
  },

  update: (call) => applyMigration(call),

  async delete({ client: { api, runState }, state, signal, diagnostics, privateState }) {
    forgetPlanNotes(privateState);
    if (state.on_destroy === 'abandon') return;
    const status = await readStatus(api, state.zone_id, signal);
    // A replacement of this run may have begun it by now, and then holds it.
    if (status.state !== 'start' && !runState.of(MigrationRegistry).isBegun(state.zone_id))
      diagnostics.error(
        PROBLEM.migration_stays(zoneInWords(state.zone_id, state.zone_name), status.state, 'service'),
      );
  },

  onStoredState({ runState }, { zone_id: zoneId, migration_state: status, on_destroy: onDestroy }) {
    if (typeof zoneId !== 'string' || onDestroy === 'abandon') return;
    runState.of(MigrationRegistry).markInState(zoneId, String(status));
  },

  async modifyPlan(call) {
    const { state, config, plan, diagnostics } = call;
    if (plan && config) return planMigration(call, config);
    if (!state) return undefined;
    const status = state.migration_state ?? 'under way';
    const zone = zoneInWords(state.zone_id, state.zone_name);
    if (isProtected(state)) {
      // The engine plans to destroy what has left the configuration before it reads it.
      const isGone = (await call.client?.api.zoneDetails(state.zone_id, call))?.isGone;
      if (!isGone) diagnostics.error(PROBLEM.migration_stays(zone, status, 'state'));
    }
    if (!isProtected(state) && status !== 'start')
      diagnostics.warning(PROBLEM.migration_abandoned(zone, status));
    return undefined;
  },

  importState: importMigration,

  moveSources: zoneShims,
});

/**
 * The declaration of a migration that has begun: its state and, during validation, the adjustments that turn the
 * generated rules into the saved ones.
 */
async function importMigration({
  id: given,
  isMoved,
  client,
  diagnostics,
  signal,
  privateState,
}: ImportCall<Configured>): Promise<Partial<State> | void> {
  const { zoneId: id = '', parts = [] } = parseZoneScopedId(given, []) ?? {};
  if (id === '' || parts.length > 0) return diagnostics.error(zoneIdMalformed(given));
  if (!client) return diagnostics.error(PROBLEM.provider_not_known());
  const status = await readStatus(client.reads, id, signal);
  if (status.state === 'start') {
    const zone = await zoneInMessages({ api: client.api, zoneId: id, signal });
    return diagnostics.error(PROBLEM.nothing_to_import(zone, status, isMoved));
  }
  const validating = status.state === 'validation';
  const { adjustments, digest } = validating ? await adjustmentsOf(client, id, signal) : AT_ITS_END;
  noteGenerated(privateState, digest);
  becomeOwner(privateState, client.newToken());
  return {
    zone_id: id,
    target_state: validating ? 'validation' : 'finished',
    acknowledge_irreversible: validating ? null : id,
    adjustments,
    delete_uri_overrides: false,
    on_incompatible: 'refuse',
    wait: true,
    on_destroy: 'refuse',
    replaced_rules: [],
    deleted_uri_overrides: [],
    irreversible: isIrreversible(status.state),
    taken_over: true,
  };
}

/** What is generated while a zone is validating, and what the saved rules differ in; null where that is nothing. */
interface Generated {
  readonly adjustments: Adjustments | null;
  readonly digest: string | null | undefined;
}

/** At its end, nothing tells adjustments from what was generated: any that the rules have may be declared. */
const AT_ITS_END: Generated = { adjustments: {}, digest: undefined };

async function adjustmentsOf({ reads }: Configured, zoneId: string, signal: AbortSignal): Promise<Generated> {
  const [configuration, entryPoint] = await Promise.all([
    readConfiguration(reads, zoneId, signal),
    reads.getEntrypoint(zoneId, PHASE_MANAGED_RULES, { signal }),
  ]);
  if (!configuration.available) return { adjustments: null, digest: null };
  const adjustments = adjustmentsBetween(configuration.rules, entryPoint?.rules ?? []);
  return {
    adjustments: Object.keys(adjustments).length > 0 ? adjustments : null,
    digest: digestOf(savedRules(configuration.rules)),
  };
}
