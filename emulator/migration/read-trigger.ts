import { invalidParameter } from '../errors/chosen';
import type { Phase } from '../rulesets/phases';
import { MANAGED_PHASE } from '../rulesets/phases';
import type { Trigger } from './transitions';

/** The query parameter of an entry-point update that makes it a step of the migration (docs/service.md 7.4). */
export const MIGRATION_PARAMETER = 'waf_migration';

/** The values of the parameter with their aliases (docs/service.md 7.1). */
const TRIGGERS: ReadonlyMap<string, Trigger> = new Map([
  ['pending', 'pending'],
  ['1', 'pending'],
  ['validation', 'validation'],
  ['2', 'validation'],
]);

/** What the update asks for. The parameter is sent once, and only for the phase of managed rules. */
export function readTrigger(query: URLSearchParams, phase: Phase): Trigger {
  const sent = query.getAll(MIGRATION_PARAMETER);
  const trigger = sent.length === 1 ? TRIGGERS.get(sent.join('')) : undefined;
  const values = [...TRIGGERS.keys()].join(' or ');
  if (trigger === undefined) throw invalidParameter(MIGRATION_PARAMETER, sent.join(', '), values);
  if (phase !== MANAGED_PHASE)
    throw invalidParameter(MIGRATION_PARAMETER, sent.join(''), `absent in the phase ${phase}`);
  return trigger;
}
