import type { SavedRule } from '../rules/rule';
import type { Adjustments } from './adjustments';
import type { UriOverride, Ruleset, Rule, MigrationTrigger, GeneratedRule } from '../../api';
import {
  type Problem,
  type MigrationState,
  isIrreversible,
  isKnown,
  isUnknown,
  type ConfigAtPlan,
  type managedRulesMigrationSchema,
  type PlanAtApply,
  type StateOf,
  type TargetState,
  isWhollyKnown,
} from '../../../schema';
import type { Status } from './status';

/** The rules of a zone before adjustments, and what has to be deleted first. */
export interface BaseRules {
  /** The rules without adjustments, in the form that is sent. */
  readonly rules: readonly (GeneratedRule | Rule)[];
  /** Whether the service generated them. It does until the migration is finishing. */
  readonly generated: boolean;
  /** The name of the generated configuration. */
  readonly name: string | undefined;
  /** Why the service generates no rules although it should; null otherwise. */
  readonly notGenerated: string | null;
  /** URI-based overrides to delete first. */
  readonly deletions: readonly UriOverride[];
  /** Apply can only delete overrides now, because the rules are not known before that. */
  readonly deletesOnly: boolean;
  /** Why a zone that cannot migrate is skipped; empty when it is not. */
  readonly skippedBecause: readonly Problem[];
}

/** The way of a zone from its status to the target. */
export interface Transition {
  readonly status: Status;
  /**
   * The rules of the entry point and their digest; empty if there is none. Once the state has the end of the migration, the
   * rules that it ended with: others may have changed the zone's since.
   */
  readonly saved: readonly SavedRule[];
  readonly savedDigest: string;
  /** The ruleset that has them; undefined if there is none, or it is no longer of interest. */
  readonly entryPoint: Pick<Ruleset, 'id' | 'version' | 'last_updated'> | undefined;
  readonly base: BaseRules;
  /** The planned rules: in the form that is sent; and in the form that is shown, with their digest. */
  readonly rules: readonly (GeneratedRule | Rule)[];
  readonly shown: readonly SavedRule[];
  readonly digest: string;
  /** The name of the entry point. */
  readonly name: string;
  /** Warnings of adjusted rules that their managed rulesets do not list. */
  readonly unlisted: readonly Problem[];
  /** Whether the rules are saved, and in which step of the migration. After its end, nothing is saved. */
  readonly saves: boolean;
  readonly trigger: MigrationTrigger | undefined;
  /** The state of the zone that apply waits for. */
  readonly reached: MigrationState;
}

export type State = StateOf<Schema>;
export type Plan = PlanAtApply<Schema>;

type Reported = Pick<State, 'migration_state' | 'old_waf_status' | 'new_waf_status' | 'irreversible'>;

/** What is stored of what the service reports. */
export function reported({ state, oldStatus, newStatus }: Status): Reported {
  return {
    migration_state: state,
    old_waf_status: oldStatus,
    new_waf_status: newStatus,
    irreversible: isIrreversible(state),
  };
}

/** The object after apply: as planned, and where the plan left it open, as the service reports it then. */
export function stateAfter(plan: Plan, transition: Transition, status: Status): State {
  const now = { ...reported(status), rules: transition.shown, migration_state: transition.reached };
  const known = Object.entries(plan).filter(([, value]) => !isUnknown(value));
  return { ...now, ...Object.fromEntries(known) } as State;
}

export type Schema = typeof managedRulesMigrationSchema;

/** What the user declares, all of it known. */
export interface Inputs {
  readonly zoneId: string;
  readonly target: TargetState;
  /** The end is acknowledged, and the acknowledgement names this zone. */
  readonly acknowledged: boolean;
  /** The approval as one text; null when there is none, or it is not known. */
  readonly approved: string | null;
  readonly adjustments: Adjustments;
  readonly deleteUriOverrides: boolean;
  /** A zone that cannot migrate is left as it is. */
  readonly skipsIncompatible: boolean;
  /** Apply ends only when the service has finished the migration. */
  readonly waits: boolean;
}

/** The attributes that decide what a migration does. Without knowing them, a plan could not show it. */
const DECISIVE = [
  'zone_id',
  'target_state',
  'adjustments',
  'delete_uri_overrides',
  'on_incompatible',
  'wait',
] as const;

/** What a person confirms: of no consequence once there is nothing left to confirm. */
const CONFIRMING = ['acknowledge_irreversible', 'approved_digest'] as const;

type Declared = Pick<ConfigAtPlan<Schema>, (typeof DECISIVE | typeof CONFIRMING)[number]>;

/** The names of decisive attributes that are not known yet, or not wholly. */
export function notKnownYet(declared: Declared): readonly string[] {
  return DECISIVE.filter((name) => !isWhollyKnown(declared[name]));
}

/** The names of confirming attributes that are not known yet. */
export function notConfirmedYet(declared: Declared): readonly string[] {
  return CONFIRMING.filter((name) => !isWhollyKnown(declared[name]));
}

/** @param declared as configured or planned; wholly known in what is decisive. What is unknown confirms nothing. */
export function inputsOf(declared: Declared): Inputs {
  const { zone_id: zoneId, acknowledge_irreversible: word, approved_digest: digest, adjustments } = declared;
  return {
    zoneId: zoneId as string,
    target: declared.target_state as TargetState,
    acknowledged: isKnown(word) && word === zoneId,
    approved: isKnown(digest) ? digest : null,
    adjustments: (adjustments ?? {}) as Adjustments,
    deleteUriOverrides: declared.delete_uri_overrides === true,
    skipsIncompatible: declared.on_incompatible === 'skip',
    waits: declared.wait !== false,
  };
}
