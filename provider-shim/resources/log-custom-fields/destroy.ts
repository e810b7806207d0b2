import type { Diagnostics, ModifyPlanCall, PrivateState } from '../../sdk/framework';
import type { logCustomFieldsSchema, StateOf } from '../../../schema';
import type { Configured } from '../configured';
import { zoneInMessages } from '../messages';
import type { ZoneRulesRegistry } from '../rule-list/registry';
import { belongToAnother, changedIsDeleted, othersStay, takenOverIsDeleted } from '../rule-list/words';
import { changedSincePlan, furtherIsDeleted } from './existing';
import { listFields, sameFields, type Fields } from './fields';
import { overwritten } from './overwritten';
import { hasMark, ownerOf } from '../rule-list/owner';
import { fieldsOf, found, othersIn } from './rule';
import { areAsSeen, deleteRules, noteRules } from '../rule-list/delete-rules';
import { findRuleset, type Place } from './save';

type Schema = typeof logCustomFieldsSchema;
type State = StateOf<Schema>;

/**
 * Says what a destroy takes away beside what this resource wrote. For an object that has left the configuration the
 * engine plans with the state as it was before the refresh, so a change that somebody made is not in the plan.
 */
export async function announceDestroy(
  { client, diagnostics, signal, privateState }: ModifyPlanCall<Schema, Configured>,
  state: State,
): Promise<void> {
  const { zone_id: zoneId, adopted } = state;
  const zone = async (): Promise<string> =>
    client ? zoneInMessages({ api: client.api, zoneId, signal }) : zoneId;
  const before = adopted
    ? `Before it, the zone had ${listFields(adopted as Fields)}; a destroy does not restore that. To restore it, declare it and apply. `
    : '';
  if (state.taken_over) diagnostics.warning(takenOverIsDeleted('fields', await zone(), before));
  if (!client) return;
  const owner = ownerOf(privateState);
  const place: Place = { api: client.reads, zoneId, signal };
  // Terraform 1.11 plans this destroy before it refreshes the object. Without an answer, apply compares with the state.
  const ruleset = await findRuleset(place).catch(() => undefined);
  if (!ruleset) return;
  noteRules(privateState, ruleset.rules, owner);
  const others = othersIn(ruleset, owner);
  const own = fieldsOf({ ...ruleset, rules: ruleset.rules.filter((rule) => !others.includes(rule)) });
  if (own?.further) diagnostics.warning(furtherIsDeleted(await zone(), own.further));
  const now = found(ruleset, owner);
  if (now?.isOwn && !sameFields(now.content, state))
    diagnostics.warning(
      changedIsDeleted('fields', await zone(), [`The zone has ${listFields(now.content)}.`]),
    );
}

/**
 * Deletes the object's own rule, as the plan has shown it, and leaves the ruleset and every other rule. Fields that are
 * another object's by now stay: the object is only forgotten.
 */
export async function destroyFields(
  place: Place,
  registry: ZoneRulesRegistry<Fields>,
  { state, privateState }: { readonly state: Fields; readonly privateState: PrivateState },
  diagnostics: Diagnostics,
): Promise<void> {
  const owner = ownerOf(privateState);
  const { zoneId } = place;
  const zone = (): Promise<string> => zoneInMessages(place);
  const ruleset = await findRuleset(place);
  const existing = ruleset && fieldsOf(ruleset, owner);
  if (!ruleset || !existing) return;
  const others = othersIn(ruleset, owner);
  const own = ruleset.rules.filter((rule) => !others.includes(rule));
  const isAsPlanned = areAsSeen(privateState, ruleset.rules, owner) ?? sameFields(existing, state);
  if (own.length === 0) {
    // With create_before_destroy, the successor has just written the rule: no warning.
    if (registry.hasWritten(ruleset)) return;
    if (isAsPlanned || hasMark(ruleset))
      return diagnostics.warning(
        belongToAnother('fields', await zone(), `The zone has ${listFields(existing)}. `),
      );
  }
  if (!isAsPlanned) return diagnostics.error(changedSincePlan(await zone(), existing));

  const left = await deleteRules(
    place,
    ruleset,
    own,
    {
      find: () => findRuleset(place),
      lost: (rule, seen, saved) =>
        overwritten(place, {
          seen,
          saved,
          isOurs: ({ rules }) => !rules.some(({ id }) => id === rule.id),
        }),
    },
    diagnostics,
  );
  if (diagnostics.hasError) return;
  registry.markEmptied(zoneId, { before: ruleset, left: left?.rules ?? [] });
  const staying = left && fieldsOf(left);
  if (staying) diagnostics.warning(othersStay('fields', await zone(), listFields(staying)));
}
