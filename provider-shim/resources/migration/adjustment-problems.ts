import type { Problem } from '../../../schema';
import { ServiceError, type ZoneClient } from '../../api';
import { zoneInMessages } from '../messages';
import { executes, type Adjustments } from './adjustments';
import type { ServiceRule } from './rules';

/** Problems of adjustments whose managed ruleset the rules do not execute, or whose rule it does not have. */
export async function adjustmentProblems(
  api: Pick<ZoneClient, 'getRuleset' | 'zoneDetails'>,
  zoneId: string,
  rules: readonly ServiceRule[],
  adjustments: Adjustments,
  signal: AbortSignal,
): Promise<readonly Problem[]> {
  const executed = rules.map(executes).filter((id) => id !== undefined);
  const found = await Promise.all(
    Object.entries(adjustments).map(async ([rulesetId, { rules: changes }]) => {
      if (!executed.includes(rulesetId)) {
        const zone = await zoneInMessages({ api, zoneId, signal });
        return [rulesetUnknown(zone, rulesetId, [...new Set(executed)])];
      }
      const known = await rulesOf(api, zoneId, rulesetId, signal);
      return known === undefined
        ? []
        : Object.keys(changes)
            .filter((id) => !known.includes(id))
            .map((id) => ruleUnknown(rulesetId, id, known.length));
    }),
  );
  return found.flat();
}

/** The ids of a managed ruleset's rules; undefined when it cannot be read, so that the service has to check. */
async function rulesOf(
  api: Pick<ZoneClient, 'getRuleset'>,
  zoneId: string,
  rulesetId: string,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  try {
    return (await api.getRuleset(zoneId, rulesetId, { signal })).rules.map(({ id }) => id);
  } catch (error) {
    if (error instanceof ServiceError && (error.kind === 'not-found' || error.kind === 'authorization'))
      return undefined;
    throw error;
  }
}

function rulesetUnknown(zone: string, rulesetId: string, executed: readonly string[]): Problem {
  return {
    code: 'adjusted_ruleset_unknown',
    path: ['adjustments', rulesetId],
    message: `adjustments names the managed ruleset ${rulesetId}, which zone ${zone} does not execute.`,
    hint:
      executed.length === 0
        ? 'It executes none. Remove the adjustments. Nothing was changed.'
        : `It executes ${executed.join(' and ')}. Correct the id, or remove the adjustment. Nothing was changed.`,
  };
}

function ruleUnknown(rulesetId: string, ruleId: string, count: number): Problem {
  return {
    code: 'adjusted_rule_unknown',
    path: ['adjustments', rulesetId, 'rules', ruleId],
    message: `The managed ruleset ${rulesetId} has no rule ${ruleId}.`,
    hint:
      `It has ${count} rules; list them with GET /zones/<zone>/rulesets/${rulesetId}. Correct the id, or remove the ` +
      'adjustment. Nothing was changed.',
  };
}
