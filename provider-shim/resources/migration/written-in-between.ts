import type { Problem } from '../../../schema';
import { ServiceError, type Ruleset, type ZoneClient } from '../../api';
import { ruleInWords } from './rules';
import { digestOf, savedRules, type SavedRule } from './rules';
import { listed } from '../messages';
import type { Transition } from './transition';

/** How many versions in between are looked at: the newest ones. */
const MOST_LOOKED_AT = 5;

export interface SavedRules {
  readonly zoneId: string;
  /** The zone in messages. */
  readonly zone: string;
  /** The zone as it was seen right before the save. */
  readonly transition: Transition;
  /** The entry point as it was saved. */
  readonly saved: Ruleset | undefined;
}

/**
 * What somebody else saved between the read and the save: the service numbers every save of a ruleset, so a number that
 * is left out is somebody else's. Undefined when there is none, or when it held nothing that is not there now.
 *
 * @throws ServiceError of the kind `cancelled`
 */
export async function writtenInBetween(
  api: Pick<ZoneClient, 'getRulesetVersion'>,
  { zoneId, zone, transition, saved }: SavedRules,
  signal: AbortSignal,
): Promise<Problem | undefined> {
  if (saved === undefined) return undefined;
  const { entryPoint, savedDigest, digest } = transition;
  // A ruleset of another id was made by this save: nothing was in it before.
  if (entryPoint !== undefined && entryPoint.id !== saved.id) return undefined;
  const [before, after] = [Number(entryPoint?.version ?? 0), Number(saved.version)];
  if (!Number.isSafeInteger(before) || !Number.isSafeInteger(after)) return undefined;
  const first = Math.max(before + 1, after - MOST_LOOKED_AT);
  const between = Array.from({ length: Math.max(0, after - first) }, (_, index) => first + index);
  const versions = await Promise.all(
    between.map((version) => rulesOf(api, zoneId, saved.id, version, signal)),
  );
  const lost = versions.flatMap((rules, index) => {
    const isOurs = rules !== undefined && [savedDigest, digest].includes(digestOf(rules));
    return isOurs ? [] : [{ version: between[index], rules }];
  });
  return lost.length === 0 ? undefined : overwritten(zone, lost);
}

/** The rules of an earlier version; undefined when the service does not show it. */
async function rulesOf(
  api: Pick<ZoneClient, 'getRulesetVersion'>,
  zoneId: string,
  rulesetId: string,
  version: number,
  signal: AbortSignal,
): Promise<readonly SavedRule[] | undefined> {
  try {
    const ruleset = await api.getRulesetVersion(zoneId, rulesetId, String(version), { signal });
    return ruleset && savedRules(ruleset.rules);
  } catch (error) {
    if (error instanceof ServiceError && error.kind !== 'cancelled') return undefined;
    throw error;
  }
}

function overwritten(
  zone: string,
  lost: readonly { readonly version: number | undefined; readonly rules: readonly SavedRule[] | undefined }[],
): Problem {
  const shown = lost.map(({ version, rules }) => {
    if (rules === undefined) return `Version ${version} can no longer be read.`;
    return `Version ${version} had:\n${listed(rules.map((rule) => `${ruleInWords(rule)}: ${rule.action_parameters}`))}`;
  });
  return {
    code: 'managed_rules_overwritten',
    path: ['rules'],
    message: `Somebody else saved the managed rules of zone ${zone} at the moment of this apply, and apply replaced them.`,
    hint: `${shown.join('\n')}\nThe rules of the plan are in force. Write what should stay of the others as adjustments, and agree on who manages this zone.`,
  };
}
