import { isRecord, isUnknown } from '../../../schema';
import { differencesOfJson, type Difference } from '../stored-form';
import { digestOf, inServiceForm, savedRules, type SavedRule } from '../rules/rule';
import type { Ruleset } from '../../api';
import type { PrivateState } from '../../sdk/framework';
import { versionsBetween, type WrittenIn } from '../rules/versions-between';
import type { Plan, State, Transition } from './state';
import { listedOverride, type ListedOverride } from './previous-waf';
import { stateInWords } from './status';

/** The rules that creating an object replaces: the saved ones, when they differ. */
export function replacedRules({ saves, saved, savedDigest, digest }: Transition): readonly SavedRule[] {
  return saves && savedDigest !== digest ? saved : [];
}

/**
 * What differs now from the refreshed state that the plan was made from, as part of a sentence; undefined when nothing
 * does. The engine plans once more at apply: a difference from the refresh shows that something changed in between.
 */
export function changeSinceRefresh(
  state: State,
  privateState: PrivateState,
  transition: Transition,
): string | undefined {
  const { base, saves, savedDigest, digest, status } = transition;
  const { migration_state: was } = state;
  // From finishing, a zone comes to its end by itself.
  if (was !== null && was !== 'finishing' && was !== status.state)
    return `the zone is ${stateInWords(status.state)}, and was ${stateInWords(was)} at the refresh`;
  if (!saves) return undefined;
  const generated = base.generated ? digestOf(savedRules(base.rules)) : undefined;
  const whenRead = generatedWhenRead(privateState);
  if (generated !== undefined && whenRead !== undefined && whenRead !== generated)
    return 'the service generates other rules than at the refresh';
  return entryPointChange(state, savedDigest, digest);
}

/** What differs now from the plan, as part of a sentence; undefined when nothing does. */
export function changeSincePlan(plan: Plan, state: State | null, transition: Transition): string | undefined {
  const { base, digest, reached, saves, savedDigest } = transition;
  const { migration_state, rules, replaced_rules, deleted_uri_overrides } = plan;
  // A zone that is not waited for may have finished by itself.
  const hasFinished = migration_state === 'finishing' && reached === 'finished' && !saves;
  if (!isUnknown(migration_state) && migration_state !== reached && !hasFinished)
    return `the plan leads to ${migration_state}, but apply would now lead to ${reached}`;
  if (!isUnknown(rules) && digestOf((rules ?? []) as readonly SavedRule[]) !== digest)
    return saves
      ? 'apply would now save other rules than the planned ones'
      : 'the zone has other rules than the planned ones';
  const replaced = digestOf(replacedRules(transition));
  const announced = digestOf((replaced_rules ?? []) as readonly SavedRule[]);
  if (state === null && replacedRules(transition).length > 0 && replaced !== announced)
    return 'the zone has rules that the plan does not replace';
  if (state !== null && saves) {
    const change = entryPointChange(state, savedDigest, digest);
    if (change !== undefined) return change;
  }
  const planned = isUnknown(deleted_uri_overrides) ? [] : (deleted_uri_overrides ?? []);
  return deletionChange(planned as readonly ListedOverride[], base.deletions.map(listedOverride));
}

/** Overrides that apply would delete now, though the plan does not list them as they are. */
function deletionChange(
  planned: readonly ListedOverride[],
  now: readonly ListedOverride[],
): string | undefined {
  const more = now.filter(({ id }) => !planned.some((one) => one.id === id));
  if (more.length > 0)
    return `it would also delete URI-based overrides that the plan does not list: ${more.map(({ id }) => id).join(', ')}`;
  const edited = now.filter(({ id, body }) => !planned.some((one) => one.id === id && one.body === body));
  return edited.length === 0
    ? undefined
    : `URI-based overrides that the plan deletes were edited: ${edited.map(({ id }) => id).join(', ')}`;
}

/** Rules of the entry point that are neither the stored nor the planned ones: somebody else's. */
function entryPointChange({ rules }: State, there: string, planned: string): string | undefined {
  if (rules === null || there === planned || there === digestOf(rules)) return undefined;
  return 'the zone has other rules than at the refresh';
}

/** What the service has in another form than this save sent it. */
export function storedDifferences({ shown }: Transition, saved: Ruleset | undefined): readonly Difference[] {
  const stored = savedRules(saved?.rules ?? []);
  return differencesOfJson(inServiceForm(shown), inServiceForm(stored), ['rules']);
}

/** One version of the rules that somebody else saved, and that apply replaced. */
export interface OverwrittenVersion {
  readonly version: number;
  /** Undefined when the service does not return them. */
  readonly rules: readonly SavedRule[] | undefined;
}

/**
 * What somebody else saved between our read and our save: the service numbers every save of a ruleset, so a skipped
 * number is somebody else's. Versions with the rules from before or after our save are left out.
 *
 * @param transition computed right before the save
 * @param saved the entry point as it was saved
 */
export async function overwrittenVersions(
  place: WrittenIn,
  { entryPoint, savedDigest, digest }: Transition,
  saved: Ruleset | undefined,
): Promise<readonly OverwrittenVersion[]> {
  // This save created a ruleset with a new id: it held nothing before.
  if (saved === undefined || (entryPoint !== undefined && entryPoint.id !== saved.id)) return [];
  const lost: OverwrittenVersion[] = [];
  for await (const { version, ruleset } of versionsBetween(place, entryPoint, saved)) {
    const rules = ruleset && savedRules(ruleset.rules);
    if (rules === undefined || ![savedDigest, digest].includes(digestOf(rules)))
      lost.unshift({ version, rules });
  }
  return lost;
}

/** The keys of the private state. */
const GENERATED = 'generated_digest';
const STORED = 'stored_rules';

/** The digest of the rules that the service generated at the last refresh or apply; undefined when unknown. */
function generatedWhenRead(privateState: PrivateState): string | undefined {
  return privateState.text(GENERATED);
}

/**
 * Whether the digest is stored for this object: one stored only by a refresh would look like a change of the object.
 */
export function keepsGenerated(privateState: PrivateState): boolean {
  return privateState.get(GENERATED) === null || generatedWhenRead(privateState) !== undefined;
}

/** @param digest null when the service generates nothing; undefined when it never will again */
export function noteGenerated(privateState: PrivateState, digest: string | null | undefined): void {
  privateState.set(GENERATED, digest);
}

/** Notes rules that the finish stored in another form: apply has to return the planned ones, and no step follows. */
export function noteStored(privateState: PrivateState, rules: readonly SavedRule[]): void {
  privateState.set(STORED, rules);
}

/** What {@link noteStored} noted, once: a refresh puts it into the state. */
export function takeStored(privateState: PrivateState): readonly SavedRule[] | undefined {
  const rules = privateState.get(STORED);
  if (rules !== undefined) privateState.set(STORED, undefined);
  return Array.isArray(rules) && rules.every(isRecord)
    ? (rules as unknown as readonly SavedRule[])
    : undefined;
}
