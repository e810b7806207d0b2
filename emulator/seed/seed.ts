import type { LogpushState } from '../logpush/logpush-state';
import type { Migration } from '../migration/migration';
import type { PreviousWaf } from '../previous-waf/previous-waf';
import type { Phase } from '../rulesets/phases';
import type { RuleInput } from '../rulesets/read-rules';
import type { Credentials } from '../service/credentials';
import type { Service } from '../service/service';
import type { ServiceSettings } from '../service/settings';
import type { Plan } from '../service/zone';

/** A seed document that was checked, with its defaults filled in. */
export interface Seed {
  readonly zones: readonly CheckedZone[];
  readonly credentials: Credentials;
  readonly settings: ServiceSettings;
  /** Milliseconds since the Unix epoch. */
  readonly clock?: number;
  readonly identifiers: number;
}

export interface CheckedZone {
  readonly id?: string;
  readonly name: string;
  readonly plan: Plan;
  readonly rulesets: readonly CheckedRuleset[];
  readonly logpush: (service: Service) => LogpushState;
  readonly previousWaf: (service: Service) => PreviousWaf;
  readonly migration: (service: Service) => Migration;
}

export interface CheckedRuleset {
  readonly id?: string;
  readonly name: string;
  readonly description: string;
  readonly phase: Phase;
  readonly version: string;
  readonly rules: readonly RuleInput[];
  readonly last_updated?: string;
  /** Oldest first. */
  readonly history: readonly CheckedVersion[];
}

/** An earlier version of a ruleset: what can differ between its versions. */
export type CheckedVersion = Pick<CheckedRuleset, 'version' | 'description' | 'rules' | 'last_updated'>;
