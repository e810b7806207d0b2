import type { Rule, Ruleset } from '../../api';
import type { Diagnostics, ModifyPlanCall, PrivateState } from '../../framework';
import type { logCustomFieldsSchema, StateOf } from '../../../schema';
import type { Configured } from '../configured';
import { zoneInMessages } from '../messages';
import type { ZoneRulesRegistry } from '../zone-rules-registry';
import {
  belongToAnother,
  changedIsDeleted,
  changedSincePlan,
  notDeleted,
  othersStay,
  takenOverIsDeleted,
} from './existing';
import { listFields, sameFields, type Fields } from './fields';
import { overwritten } from './overwritten';
import { hasMark, ownerOf, owns, type Owner } from '../rule-owner';
import { fieldsOf, found, effectiveRules } from './rule';
import { deleteRule, findRuleset, type Place } from './save';

type Schema = typeof logCustomFieldsSchema;
type State = StateOf<Schema>;

/** Private state of a plan that destroys: what the zone has, where that is not what the state has. */
const SHOWN = 'shown';

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
  if (state.taken_over) diagnostics.warning(takenOverIsDeleted(await zone(), adopted as Fields | null));
  if (!client) return;
  const owner = ownerOf(privateState);
  const place: Place = { api: client.reads, zoneId, signal };
  // Terraform 1.11 plans this destroy before it refreshes the object. Without an answer, apply compares with the state.
  const readNow = async (): Promise<Ruleset | undefined> => findRuleset(place).catch(() => undefined);
  const now = client.runState.fields.lastRead(zoneId, owner) ?? found(await readNow(), owner);
  if (!now || sameFields(now.content, state)) return;
  if (now.isOwn) diagnostics.warning(changedIsDeleted(await zone(), now.content));
  privateState.set(SHOWN, listFields(now.content));
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
  const own = ownRules(ruleset, owner);
  const isAsPlanned = sameFields(existing, state) || listFields(existing) === privateState.text(SHOWN);
  if (own.length === 0) {
    // With create_before_destroy, the successor has just written the rule: no warning.
    if (registry.hasWritten(ruleset)) return;
    if (isAsPlanned || hasMark(ruleset)) return diagnostics.warning(belongToAnother(await zone(), existing));
  }
  if (!isAsPlanned) return diagnostics.error(changedSincePlan(await zone(), existing));

  let left: Ruleset | undefined = ruleset;
  for (const rule of own) {
    const seen: Ruleset = left;
    left = await deleteRule(place, seen, rule);
    if (!left) break;
    const hasRule = ({ rules }: Ruleset): boolean => rules.some(({ id }) => id === rule.id);
    if (hasRule(left)) return diagnostics.error(notDeleted(await zone(), rule.id));
    const lost = await overwritten(place, { seen, saved: left, isOurs: (version) => !hasRule(version) });
    if (lost) diagnostics.warning(lost);
  }
  registry.markEmptied(zoneId, ruleset);
  const others = left && fieldsOf(left);
  if (others) diagnostics.warning(othersStay(await zone(), others));
}

/** @param owner undefined for an object of a release that wrote no marks: the rules are its own that log what it has */
function ownRules(ruleset: Ruleset, owner: Owner | undefined): readonly Rule[] {
  if (owner) return ruleset.rules.filter((rule) => owns(owner, rule));
  return hasMark(ruleset) ? [] : effectiveRules(ruleset);
}
