import type { PreviousWaf } from '../previous-waf/previous-waf';
import { deployments } from './deployments';
import { exceptions } from './exceptions';
import type { GeneratedRule } from './generated-rule';

/** Spec 2.6. */
export interface GeneratedConfiguration {
  readonly name: string;
  readonly rules: readonly GeneratedRule[];
}

/** The name of every generated configuration (facts 4.1). */
const NAME = 'default';

/**
 * The configuration of the new managed rules that does what the previous configuration does (spec 3, settings
 * migrated). Its exceptions come first, because they skip what follows.
 */
export function generatedConfiguration(waf: PreviousWaf): GeneratedConfiguration {
  return { name: NAME, rules: [...exceptions(waf), ...deployments(waf)] };
}
