import { isUnknown } from '../../../schema';
import { digestOf, savedRules, type SavedRule } from './rules';
import { generatedWhenRead } from './private-state';
import type { Ruleset } from '../../api';
import type { PrivateState } from '../../framework';
import { versionsBetween, type WrittenIn } from '../versions-between';
import type { Plan, State } from './state';
import type { Transition } from './transition';
import { listedOverride, type ListedOverride } from './previous-waf';

/** The rules that making an object replaces: what is there, when it is something else. */
export function replacedRules({ saves, saved, savedDigest, digest }: Transition): readonly SavedRule[] {
  return saves && savedDigest !== digest ? saved : [];
}

/**
 * What is different now from what the object was planned from, a part of a sentence; undefined when nothing is. The
 * engine plans once more at apply, and what the state was refreshed with tells that plan from the first.
 */
export function changeSinceRefresh(
  state: State,
  privateState: PrivateState,
  transition: Transition,
): string | undefined {
  const { base, saves, savedDigest, digest } = transition;
  if (!saves) return undefined;
  const generated = base.generated ? digestOf(savedRules(base.rules)) : undefined;
  const whenRead = generatedWhenRead(privateState);
  if (generated !== undefined && whenRead !== undefined && whenRead !== generated)
    return `the service generates other rules than when the state was refreshed (${whenRead} then, ${generated} now)`;
  return entryPointChange(state, savedDigest, digest);
}

/** What is different now from the plan, a part of a sentence; undefined when nothing is. */
export function changeSincePlan(plan: Plan, state: State | null, transition: Transition): string | undefined {
  const { base, digest, reached, saves, savedDigest } = transition;
  const { migration_state, rules_digest, replaced_rules, deleted_uri_overrides } = plan;
  if (!isUnknown(migration_state) && migration_state !== reached)
    return `it was to be ${migration_state}, and now it would be ${reached}`;
  if (!isUnknown(rules_digest) && rules_digest !== digest)
    return `the planned rules have the digest ${rules_digest}, and those to be saved now have ${digest}`;
  const replaced = digestOf(replacedRules(transition));
  const announced = digestOf((replaced_rules ?? []) as readonly SavedRule[]);
  if (state === null && replacedRules(transition).length > 0 && replaced !== announced)
    return `the zone has rules that the plan does not replace (${replaced})`;
  if (state !== null && saves) {
    const change = entryPointChange(state, savedDigest, digest);
    if (change !== undefined) return change;
  }
  const planned = isUnknown(deleted_uri_overrides) ? [] : (deleted_uri_overrides ?? []);
  return deletionChange(planned as readonly ListedOverride[], base.deletions.map(listedOverride));
}

/** Overrides that would be deleted now, and that the plan does not list as they are. */
function deletionChange(
  planned: readonly ListedOverride[],
  now: readonly ListedOverride[],
): string | undefined {
  const more = now.filter(({ id }) => !planned.some((one) => one.id === id));
  if (more.length > 0)
    return `there are URI-based overrides that the plan does not delete: ${more.map(({ id }) => id).join(', ')}`;
  const edited = now.filter(({ id, body }) => !planned.some((one) => one.id === id && one.body === body));
  return edited.length === 0
    ? undefined
    : `URI-based overrides that it deletes were edited: ${edited.map(({ id }) => id).join(', ')}`;
}

/** Rules of the entry point that are neither those of the state nor those that are to be: somebody else's. */
function entryPointChange(
  { rules_digest: known }: State,
  there: string,
  planned: string,
): string | undefined {
  if (known === null || there === known || there === planned) return undefined;
  return `the zone has other rules than when the state was refreshed (${known} then, ${there} now)`;
}

/** One version of the rules that somebody else saved, and that apply replaced. */
export interface OverwrittenVersion {
  readonly version: number;
  /** Undefined when the service does not hand them out. */
  readonly rules: readonly SavedRule[] | undefined;
}

/**
 * What somebody else saved between the read and the save: the service numbers every save of a ruleset, so a number that
 * is left out is somebody else's. Nothing when it held nothing that is not there now.
 *
 * @param transition computed right before the save
 * @param saved the entry point as it was saved
 */
export async function overwrittenVersions(
  place: WrittenIn,
  { entryPoint, savedDigest, digest }: Transition,
  saved: Ruleset | undefined,
): Promise<readonly OverwrittenVersion[]> {
  // A ruleset of another id was made by this save: nothing was in it before.
  if (saved === undefined || (entryPoint !== undefined && entryPoint.id !== saved.id)) return [];
  const lost: OverwrittenVersion[] = [];
  for await (const { version, ruleset } of versionsBetween(place, entryPoint?.version ?? '0', saved)) {
    const rules = ruleset && savedRules(ruleset.rules);
    if (rules === undefined || ![savedDigest, digest].includes(digestOf(rules)))
      lost.unshift({ version, rules });
  }
  return lost;
}
