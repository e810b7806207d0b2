import {
  isIrreversible,
  isKnown,
  managedRulesMigrationSchema,
  PHASE_MANAGED_RULES,
  type Problem,
} from '../../../schema';
import { defineResource } from '../../framework';
import { digestOf, savedRules } from '../../managed-rules/saved-rule';
import { readStanding } from '../../managed-rules/standing';
import { zoneInWords } from '../zone-in-messages';
import type { Configured } from '../configured';
import { abandoned } from './announcements';
import { carryOut } from './carry-out';
import { forgetPlanned, keepsGenerated, noteGenerated } from './facts';
import { generatedDigest } from '../../managed-rules/configuration';
import { importMigration } from './import-migration';
import type { Schema } from './inputs';
import { isProtected, planMigration } from './plan-migration';
import { destroyRefused } from './refusals';
import { reported, storedRules, completed } from './state';

/** The one-way migration of a zone to the new managed rules (docs/service.md 7, 7.4, 7.5). */
export const managedRulesMigration = defineResource<Schema, Configured>({
  schema: managedRulesMigrationSchema,

  validate(config, diagnostics) {
    const { target_state: target, acknowledge_irreversible: word } = config;
    if (target === 'validation' && isKnown(word)) diagnostics.warning(acknowledgedAhead());
  },

  create: (call) => {
    call.client.migrationClaims.begin(call.plan.zone_id);
    return carryOut({ ...call, state: null });
  },

  async read({ client: { api }, state, signal, private: facts }) {
    const { zone_id: zoneId } = state;
    const [standing, entryPoint] = await Promise.all([
      readStanding(api, zoneId, signal),
      api.getEntrypoint(zoneId, PHASE_MANAGED_RULES, { signal }),
    ]);
    if (!isIrreversible(standing.state) && keepsGenerated(facts))
      noteGenerated(facts, await generatedDigest(api, zoneId, signal));
    const shown = savedRules(entryPoint?.rules ?? []);
    return { ...state, ...reported(standing), ...storedRules({ shown, digest: digestOf(shown) }) };
  },

  update: (call) => carryOut(call),

  async delete({ client: { api, migrationClaims }, state, signal, diagnostics, private: facts }) {
    forgetPlanned(facts);
    if (state.on_destroy === 'abandon') return;
    const standing = await readStanding(api, state.zone_id, signal);
    // A replacement of this run may have begun it by now, and then holds it.
    if (standing.state !== 'start' && !migrationClaims.begins(state.zone_id))
      diagnostics.error(
        destroyRefused(zoneInWords(state.zone_id, state.zone_name), standing.state, 'service'),
      );
  },

  noteStored({ migrationClaims }, { zone_id: zoneId, migration_state: standing, on_destroy: onDestroy }) {
    if (typeof zoneId !== 'string' || onDestroy === 'abandon') return;
    migrationClaims.hold(zoneId, String(standing));
  },

  async modifyPlan(call) {
    const { state, config, plan, diagnostics } = call;
    if (plan && config) return planMigration(call, config);
    if (!state) return undefined;
    const standing = state.migration_state ?? 'under way';
    const zone = zoneInWords(state.zone_id, state.zone_name);
    if (isProtected(state)) diagnostics.error(destroyRefused(zone, standing, 'state'));
    else if (standing !== 'start') diagnostics.warning(abandoned(zone, standing));
    return undefined;
  },

  importState: importMigration,

  completeState: completed,
});

function acknowledgedAhead(): Problem {
  return {
    code: 'acknowledged_ahead',
    path: ['acknowledge_irreversible'],
    message: 'acknowledge_irreversible is given already, though target_state is validation.',
    hint: 'Changing target_state alone would then finish the migration for good. Write the acknowledgement together with that change.',
  };
}
