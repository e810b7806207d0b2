import type { BaseRules, Inputs, State, Transition } from './state';
import {
  isAhead,
  isIrreversible,
  PHASE_MANAGED_RULES,
  type MigrationState,
  type Problem,
} from '../../../schema';
import { unlessRefused, type Rule, type Ruleset, type ZoneClient } from '../../api';
import { zoneInMessages } from '../messages';
import { allFindings, unlisted, type Findings } from '../unlisted-rules';
import { adjusted, executes, type Adjustments } from './adjustments';
import { incompatible, PROBLEM } from './problems';
import { findObstacles, listOverrides, readConfiguration } from './previous-waf';
import { digestOf, savedRules, type ServiceRule } from '../rules/rule';
import { readStatus, type Status } from './status';

export type TransitionOrProblems =
  Transition | { readonly status: Status; readonly problems: readonly Problem[] };

/** The name of every entry point in public records (docs/internals/service.md 3.2). */
const ENTRY_POINT_NAME = 'default';

/** What the state has of a migration. */
type Stored = Pick<State, 'irreversible' | 'rules'>;

interface Seen extends Pick<Transition, 'status' | 'saved'> {
  /** Undefined if there is none, or it is no longer of interest. */
  readonly entryPoint: Ruleset | undefined;
}

/**
 * Reads the status and the rules of a zone. Of a migration that has come to its end, or is about to, the rules are those
 * that the state has: what others change after it is not the migration's.
 *
 * @throws ServiceError, MigrationProblem
 */
export async function readZone(
  api: ZoneClient,
  zoneId: string,
  stored: Stored | null,
  signal: AbortSignal,
): Promise<Seen> {
  const read = (): Promise<Ruleset | undefined> => api.getEntrypoint(zoneId, PHASE_MANAGED_RULES, { signal });
  const last = stored?.irreversible ? stored.rules : null;
  const [status, first] = await Promise.all([
    readStatus(api, zoneId, signal),
    last === null ? read() : undefined,
  ]);
  if (last !== null && isIrreversible(status.state)) return { status, saved: last, entryPoint: undefined };
  const entryPoint = last === null ? first : await read();
  return { status, saved: savedRules(entryPoint?.rules ?? []), entryPoint };
}

/**
 * Reads the zone and computes its way to the target. Changes nothing.
 *
 * @throws ServiceError, MigrationProblem
 */
export async function computeTransition(
  api: ZoneClient,
  inputs: Inputs,
  stored: Stored | null,
  signal: AbortSignal,
): Promise<TransitionOrProblems> {
  const { zoneId, adjustments } = inputs;
  const { status, saved, entryPoint } = await readZone(api, zoneId, stored, signal);
  const there = entryPoint?.rules ?? [];
  const base = await findBaseRules(api, inputs, { status, there }, signal);
  if ('problems' in base) return { status, problems: base.problems };
  const isSkipped = base.skippedBecause.length > 0;
  // A zone that is skipped in validation stays there, with the declared adjustments.
  const isLeft = base.deletesOnly || (isSkipped && status.state === 'start');
  const stays = isLeft || isIrreversible(status.state);
  const target = isSkipped ? 'validation' : inputs.target;
  const { errors, warnings } = stays
    ? allFindings([])
    : await adjustmentFindings(api, zoneId, base.rules, adjustments, signal);
  if (errors.length > 0) return { status, problems: errors };

  const savedDigest = digestOf(saved);
  const rules = stays ? there : adjusted(base.rules, adjustments);
  const shown = stays ? saved : savedRules(rules);
  const digest = digestOf(shown);
  const saves = !stays && (isAhead(target, status.state) || digest !== savedDigest);
  const step = isLeft
    ? { trigger: undefined, reached: status.state }
    : stepFrom(status.state, { ...inputs, target });
  return {
    status,
    saved,
    savedDigest,
    entryPoint,
    base,
    rules,
    shown,
    digest,
    name: base.name ?? (entryPoint?.name || ENTRY_POINT_NAME),
    saves,
    unlisted: warnings,
    ...step,
  };
}

/**
 * docs/internals/service.md 7.1, the table of transitions; staying in validation counts as a step, which saves the rules
 * that differ.
 */
function stepFrom(state: MigrationState, { target, waits }: Inputs): Pick<Transition, 'trigger' | 'reached'> {
  switch (state) {
    case 'start':
    case 'validation':
      return target === 'finished'
        ? { trigger: 'pending', reached: waits ? 'finished' : 'finishing' }
        : { trigger: 'validation', reached: 'validation' };
    case 'finishing':
      return { trigger: undefined, reached: waits ? 'finished' : 'finishing' };
    case 'finished':
      return { trigger: undefined, reached: 'finished' };
  }
}

/**
 * The rules without adjustments: the generated ones, or the saved ones where the service generates none. Obstacles to the
 * migration are returned as problems.
 *
 * @throws ServiceError
 */
async function findBaseRules(
  api: ZoneClient,
  { zoneId, target, deleteUriOverrides, skipsIncompatible }: Inputs,
  { status, there }: Pick<Transition, 'status'> & { readonly there: readonly Rule[] },
  signal: AbortSignal,
): Promise<BaseRules | { readonly problems: readonly Problem[] }> {
  const kept = {
    rules: there,
    generated: false,
    name: undefined,
    notGenerated: null,
    deletions: [],
    deletesOnly: false,
    skippedBecause: [],
  };
  if (isIrreversible(status.state)) return kept;

  const ahead = isAhead(target, status.state);
  const [configuration, deletions, { compatible }] = await Promise.all([
    readConfiguration(api, zoneId, signal),
    // A list that cannot be read is an error: the plan has to show exactly what apply deletes.
    ahead && deleteUriOverrides ? listOverrides(api, zoneId, signal) : [],
    // Checked only at the beginning: the service does not check it again later.
    status.state === 'start' ? api.checkCompatibility(zoneId, { signal }) : { compatible: true },
  ]);
  if (configuration.available && (compatible || deletions.length > 0))
    return { ...kept, rules: configuration.rules, generated: true, name: configuration.name, deletions };
  const because = configuration.available ? null : configuration.because;
  if (deletions.length > 0) return { ...kept, notGenerated: because, deletions, deletesOnly: true };
  if (!ahead) return { ...kept, notGenerated: because };
  // What was to be deleted was read already: nothing.
  const left = deleteUriOverrides ? { ...api, listUriOverrides: () => Promise.resolve([]) } : api;
  const [obstacles, zone] = await Promise.all([
    findObstacles(left, zoneId, signal),
    zoneInMessages({ api, zoneId, signal }),
  ]);
  const problems = incompatible(zone, status, obstacles, because);
  return skipsIncompatible ? { ...kept, skippedBecause: problems } : { problems };
}

/** Adjustments whose managed ruleset the rules do not execute, or whose rule it does not list. */
async function adjustmentFindings(
  api: Pick<ZoneClient, 'getRuleset' | 'zoneDetails' | 'listedDetails'>,
  zoneId: string,
  rules: readonly ServiceRule[],
  adjustments: Adjustments,
  signal: AbortSignal,
): Promise<Findings> {
  const executed = rules.map(executes).filter((id) => id !== undefined);
  const found = await Promise.all(
    Object.entries(adjustments).map(async ([rulesetId, { rules: changes }]) => {
      if (!executed.includes(rulesetId)) {
        const zone = await zoneInMessages({ api, zoneId, signal });
        return {
          errors: [PROBLEM.adjusted_ruleset_unknown(zone, rulesetId, [...new Set(executed)])],
          warnings: [],
        };
      }
      const ruleset = await api.getRuleset(zoneId, rulesetId, { signal }).catch(unlessRefused);
      return ruleset
        ? unlisted(ruleset, 'rule', Object.keys(changes), ['adjustments', rulesetId, 'rules'])
        : allFindings([]);
    }),
  );
  return allFindings(found);
}
