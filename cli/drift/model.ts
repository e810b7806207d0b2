import type {
  AttributeChange,
  FailedCheck,
  FinishedMigration,
  InputError,
  UndeclaredJob,
  ZoneReference,
} from '../review/model';

/** What `zonewright drift` has found, as `--format json` writes it (docs/schemas/drift.schema.json). */
export interface DriftReport {
  readonly format_version: '1.0';
  readonly outcome: 'no drift' | 'drift' | 'error';
  readonly exit_code: 0 | 1 | 2;
  readonly stacks: readonly DriftedStack[];
  /** Objects that others changed or deleted. */
  readonly drift: readonly DriftedObject[];
  /** Migrations that the service has finished since the last apply. No drift. */
  readonly finished_migrations: readonly FinishedMigration[];
  readonly undeclared_jobs: readonly UndeclaredJob[];
  /**
   * Zones that should be in a stack and are in none, without those that the files of an unread stack name. Null without a
   * list of zones, or when the files of an unread stack name no zone of it.
   */
  readonly zones_without_stack: readonly ZoneReference[] | null;
  readonly checks: readonly FailedCheck[];
  readonly errors: readonly StackError[];
}

export interface DriftedStack {
  readonly name: string;
  readonly folder: string;
  /** Zones of which the stack has an object. */
  readonly zones: number;
  /** Objects that others changed or deleted. */
  readonly drifted: number;
  /** Outputs that are no longer what they were. */
  readonly output_changes: number;
}

export interface DriftedObject {
  readonly stack: string;
  readonly address: string;
  readonly type: string;
  /** Whether it is an object of Zonewright's, by its type or its provider. */
  readonly ours: boolean;
  readonly zone: ZoneReference | null;
  readonly kind: 'changed' | 'deleted';
  /** Null for objects of other providers. */
  readonly attributes: readonly AttributeChange[] | null;
}

/** A stack that could not be read. */
export type StackError = Omit<InputError, 'plan'> & { readonly folder: string };
