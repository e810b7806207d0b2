import type { Json } from '../text/json';

/** The result of a review, as `--format json` writes it (docs/schemas/review.schema.json). */
export interface Review {
  readonly format_version: '1.0';
  readonly outcome: Outcome;
  readonly exit_code: number;
  readonly stacks: readonly ReviewedStack[];
  readonly summary: Summary;
  readonly limits: readonly LimitResult[];
  /** What apply does, the most important first. */
  readonly changes: readonly Change[];
  /** What others changed since the last apply. */
  readonly drift: readonly Drift[];
  /** Migrations that the state has as `finishing`, and that the service has finished since. No drift. */
  readonly finished_migrations: readonly FinishedMigration[];
  readonly deferred: readonly Deferred[];
  readonly checks: readonly FailedCheck[];
  /** Inputs that could not be reviewed. */
  readonly errors: readonly InputError[];
}

export type Outcome = 'no changes' | 'changes' | 'irreversible' | 'not proven' | 'over limit' | 'error';

export interface ReviewedStack {
  readonly name: string;
  /** The file, as given. */
  readonly plan: string;
  readonly changes: number;
  readonly output_changes: number;
  /** Whether apply only records in the state what has changed since the last one (a plan with `-refresh-only`). */
  readonly state_only: boolean;
}

/** Every kind of change, in the order in which a review shows them. */
export const CHANGE_KINDS = [
  'one-way',
  'destroy',
  'replace',
  'forget',
  'adopt',
  'create',
  'update',
  'move',
] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];

export interface Change {
  readonly kind: ChangeKind;
  /** What the engine does with the object; `no-op` if it only changes in the state. */
  readonly action: 'create' | 'update' | 'delete' | 'replace' | 'forget' | 'no-op';
  readonly stack: string;
  readonly address: string;
  readonly type: string;
  /** The source address of the provider. */
  readonly provider: string;
  /** Whether this provider is Zonewright's. */
  readonly ours: boolean;
  /** The zone of the object. Null for objects of other providers. */
  readonly zone: ZoneReference | null;
  /** What the object is, in one line: the names of fields, or a job's name and destination. */
  readonly object: string;
  /** Why it is replaced, adopted or destroyed; null when the kind says it all. */
  readonly reason: string | null;
  readonly previous_address: string | null;
  /** Null for objects of other providers. */
  readonly attributes: readonly AttributeChange[] | null;
  /** What a migration does. Null for other types. */
  readonly migration: MigrationChange | null;
  /** Whether the service would accept it. Null for objects of other providers, and for what writes nothing. */
  readonly proof: Proof | null;
}

/**
 * What the provider learned when it planned a change (`proof` of the provider). `proven`: the service accepted all of it;
 * `validated`: those parts that it can be asked about. Not proven: `unknown`, because a value is known after apply;
 * `unsupported`, because the service cannot be asked; `step`, because a step of a migration is not tried; `off`, because the
 * plan asked nothing, or the review was given its JSON alone, which does not say.
 */
export interface Proof {
  readonly outcome: 'proven' | 'validated' | 'unknown' | 'unsupported' | 'step' | 'off';
  /** When the service accepted it: an ISO 8601 time; null when it was not asked. */
  readonly at: string | null;
}

/**
 * A zone: both null while it is known only after apply; the name is null if no plan tells it, and the id if only the name
 * is known.
 */
export interface ZoneReference {
  readonly id: string | null;
  readonly name: string | null;
}

export interface AttributeChange {
  /** For example `request_headers` or `rules[0].enabled`. */
  readonly path: string;
  /** Null when it is not set, or hidden. */
  readonly before: Json;
  readonly after: Json;
  /** Whether the values are hidden. Of a destination the part without secrets remains. */
  readonly sensitive: boolean;
  readonly known_after_apply: boolean;
  /** Whether the change puts back what others changed. */
  readonly corrects_drift: boolean;
}

export interface MigrationChange {
  readonly step: string;
  readonly from: string;
  readonly to: string;
  /** Whether this plan does what cannot be undone. */
  readonly irreversible: boolean;
  /** Whether `acknowledge_irreversible` names the zone. */
  readonly acknowledged: boolean;
  /** The digest that `approved_digest` requires; null when nothing was approved by digest. */
  readonly approved_digest: string | null;
  /** How many rules apply saves. */
  readonly rules: number;
  readonly rules_digest: string | null;
  /** How many rules of the zone apply replaces. */
  readonly replaced_rules: number;
  /** What is lost; null when it could not be determined. */
  readonly not_carried_over: readonly Loss[] | null;
  readonly losses_unknown_because: string | null;
  readonly deleted_uri_overrides: readonly {
    readonly id: string;
    readonly description: string;
    readonly urls: readonly string[];
  }[];
  /** Why the zone is skipped (`on_incompatible = "skip"`); empty when it is not. */
  readonly skipped_because: readonly string[];
  /** Whether apply waits for the service to finish. */
  readonly waits: boolean;
}

export interface Loss {
  readonly kind: string;
  readonly id: string;
  readonly description: string;
}

/** An object that is no longer what the state has. */
interface DriftedObject {
  readonly stack: string;
  readonly address: string;
  readonly type: string;
  /** Whether it is an object of Zonewright's, by its type or its provider. */
  readonly ours: boolean;
  readonly zone: ZoneReference | null;
  /** `deleted` when the object is gone. */
  readonly kind: 'changed' | 'deleted';
  /** Null for objects of other providers. */
  readonly attributes: readonly AttributeChange[] | null;
}

export interface Drift extends DriftedObject {
  /** What apply puts back: all of it, some of it, or nothing; `recorded` in a plan that only records drift. */
  readonly corrected: 'all' | 'some' | 'none' | 'recorded';
}

/** A migration whose end no apply waited for, and that has reached it by itself. */
export interface FinishedMigration {
  readonly stack: string;
  readonly address: string;
  readonly zone: ZoneReference | null;
}

export interface Deferred {
  readonly stack: string;
  readonly address: string;
  readonly reason: string;
}

export interface FailedCheck {
  readonly stack: string;
  readonly address: string;
  readonly status: 'fail' | 'error' | 'unknown';
  readonly messages: readonly string[];
}

export interface InputError {
  readonly plan: string;
  readonly code: string;
  readonly message: string;
  readonly seen: readonly string[];
  readonly allowed: readonly string[];
  readonly hints: readonly string[];
}

export interface Summary {
  /** Zones with changes; each zone that is known only after apply counts. */
  readonly zones: number;
  /** The number of changes of each kind, of Zonewright's provider. */
  readonly changes: Readonly<Record<ChangeKind, number>>;
  /** The same for other providers. */
  readonly other_changes: Readonly<Record<ChangeKind, number>>;
  readonly output_changes: number;
  /** Changes that write at the service and are neither proven nor validated. */
  readonly not_proven: number;
  /** Migrations that finish. */
  readonly finishes: number;
  /** How many of them have no recorded approval: no approved digest. */
  readonly finishes_without_approval: number;
  /** How many of them lose settings; also those of which it is not known. */
  readonly finishes_with_losses: number;
  /** Objects of any provider that are destroyed, alone or in a replacement. */
  readonly deletes: number;
  readonly requests: RequestEstimate;
  /** Actions of the plans as GitLab counts them: a replacement is a `create` and a `delete`. */
  readonly actions: { readonly create: number; readonly update: number; readonly delete: number };
}

export interface RequestEstimate {
  /** How many requests apply sends, without those of a wait. */
  readonly apply: number;
  /** For how many minutes these use up the service's limit, rounded up. */
  readonly minutes: number;
  /** Objects for which no number is documented. */
  readonly not_counted: number;
  /** Migrations for whose end apply waits. */
  readonly waits: number;
  /** The longest that the service takes for one, in minutes. Zero when apply waits for none. */
  readonly wait_minutes: number;
}

export interface LimitResult {
  readonly name: 'max-zones' | 'max-delete' | 'max-finish' | 'require-proof' | 'expect-empty';
  readonly allowed: number;
  readonly found: number;
  readonly exceeded: boolean;
}
