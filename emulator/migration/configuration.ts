import type { PreviousWaf } from '../previous-waf/previous-waf';
import { deployments } from './deployments';
import { exceptions } from './exceptions';
import type { GeneratedRule } from './generated-rule';

/** docs/service.md 7.4. */
export interface GeneratedConfiguration {
  readonly name: string;
  readonly rules: readonly GeneratedRule[];
}

/** The name of every generated configuration (docs/service.md 7.4). */
const NAME = 'default';

/**
 * The configuration of the new managed rules that does what the previous configuration does (docs/service.md 7.3, settings
 * migrated). Its exceptions come first, because they skip what follows.
 */
export function generatedConfiguration(waf: PreviousWaf): GeneratedConfiguration {
  return { name: NAME, rules: [...exceptions(waf), ...deployments(waf)] };
}
