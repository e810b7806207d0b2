import type { Problem } from '../description/problem';
import { isUnknown, isRecord, isWhollyKnown, type JsonObject } from '../description/value';
import { defaultOrder } from './entry-point';

/**
 * Exceptions that skip nothing, because no deployment that they are for comes after them (docs/internals/service.md 6.2). For
 * warnings: the service accepts them. Exceptions of a configuration that is not wholly known are left out.
 */
export function exceptionsWithoutEffect({ deployments, exceptions, order }: JsonObject): readonly Problem[] {
  if (!isRecord(exceptions) || !isWhollyKnown([deployments, exceptions, order])) return [];
  const all = isRecord(deployments) ? deployments : {};
  const names = Array.isArray(order)
    ? (order as readonly string[])
    : defaultOrder({ deployments: all, exceptions });
  return Object.entries(exceptions).flatMap(([name, exception]) => {
    if (!isRecord(exception)) return [];
    const after = names.slice(names.indexOf(name) + 1).flatMap((one) => rulesetOf(all[one]));
    const { skip, rulesets, rules } = exception;
    const skipped = [
      ...(Array.isArray(rulesets) ? (rulesets as readonly string[]) : []),
      ...(isRecord(rules) ? Object.keys(rules) : []),
    ];
    const missing = skipped.filter((id) => !after.includes(id));
    if (skip !== null && skip !== undefined && after.length === 0) return [nothingAfter(name)];
    return missing.length > 0 ? [notDeployedAfter(name, missing)] : [];
  });
}

function rulesetOf(deployment: unknown): readonly string[] {
  const id = isRecord(deployment) ? deployment['ruleset_id'] : undefined;
  return typeof id === 'string' && !isUnknown(id) ? [id] : [];
}

function nothingAfter(name: string): Problem {
  return {
    code: 'exception_without_effect',
    path: ['exceptions', name],
    message: `The exception ${JSON.stringify(name)} has no effect: no deployment comes after it.`,
    hint: 'An exception affects the deployments after it. Move it before them in order, or remove it.',
  };
}

function notDeployedAfter(name: string, ids: readonly string[]): Problem {
  return {
    code: 'exception_without_effect',
    path: ['exceptions', name],
    message: `The exception ${JSON.stringify(name)} has no effect on ${ids.join(', ')}, which no deployment after it runs.`,
    hint: 'An exception affects the deployments after it. Deploy the managed ruleset after the exception, move the exception, or remove what it skips in vain.',
  };
}
