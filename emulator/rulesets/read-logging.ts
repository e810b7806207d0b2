import type { Reader } from '../checks/reader';
import { MISPLACED_LOGGING } from './errors';
import type { RuleLogging } from '../service/ruleset';

/** What a `skip` rule without `logging` has (docs/service.md 3.2). */
const DEFAULT_LOGGING: RuleLogging = { enabled: true };

/** Reads `logging`, which rules of the action `skip` have and no others (docs/service.md 3.2). */
export function readLogging(reader: Reader | undefined, action: string): RuleLogging | undefined {
  if (action !== 'skip') return reader?.refuse('logging is only for the action skip', MISPLACED_LOGGING);
  if (reader === undefined) return DEFAULT_LOGGING;
  const enabled = reader.members(['enabled'])?.required('enabled')?.boolean();
  return enabled === undefined ? undefined : { enabled };
}
