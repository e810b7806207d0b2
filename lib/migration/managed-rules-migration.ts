import { type IResolvable, TerraformIterator, Token } from 'cdktf';
import type { Construct } from 'constructs';
import {
  type OVERRIDE_ACTIONS,
  type Problem,
  isKnown,
  managedRulesMigrationSchema,
  type TargetState,
} from '../../schema';
import { isPlainObject } from '../binding/attribute-values';
import type { OneOf } from '../binding/props';
import type { MetaArguments } from '../elements/meta';
import { ManagedRulesMigrationAttributes } from '../attributes/managed-rules-migration';
import type { ManagedRulesMigrationArguments as Migration } from '../props';
import { checkProps, failOn, warnOn } from '../binding/checks';
import { known, produced } from '../binding/known';
import { ZoneResource } from '../elements/zone-resource';
import { isForgottenOrMoved } from '../binding/marks';
import {
  atAnotherService,
  certainlyOfZone,
  type OfZone,
  type OncePerZone,
  oncePerZone,
  registerOfZone,
} from '../elements/once-per-zone';

/** The actions that a managed rule can get. */
export type OverrideAction = (typeof OVERRIDE_ACTIONS)[number];

/** A change to what a managed rule does: an action, on or off, or both. */
export interface RuleAdjustment {
  /** What the rule does instead. @default the action of the managed ruleset */
  readonly action?: OneOf<OverrideAction>;
  /**
   * Whether the rule is on.
   * @default as in the managed ruleset
   */
  readonly enabled?: boolean | IResolvable;
}

/** Adjustments by the id of the managed ruleset, and then by the id of the rule. */
export type Adjustments =
  Readonly<Record<string, Readonly<Record<string, RuleAdjustment>> | IResolvable>> | IResolvable;

/**
 * Adjustments in the form of the schema, which has `rules` between the two ids. The engine converts a token for the
 * whole.
 */
function inSchemaForm(adjustments: unknown): unknown {
  if (Token.isUnresolved(adjustments)) {
    const iterator = TerraformIterator.fromMap(adjustments as never);
    return iterator.forExpressionForMap('key', '{ rules = val }');
  }
  if (!isPlainObject(adjustments)) return adjustments;
  return Object.fromEntries(Object.entries(adjustments).map(([id, rules]) => [id, { rules }]));
}

/** A problem of the schema, in terms of the construct's props. */
function inAdjustmentProps(problem: Problem): Problem {
  const { path } = problem;
  return path[2] === 'rules' ? { ...problem, path: [...path.slice(0, 2), ...path.slice(3)] } : problem;
}

/** The migration of a zone to the new managed rules. */
export interface ManagedRulesMigrationProps extends Omit<Migration, 'adjustments'>, MetaArguments {
  /**
   * Changes to what the managed rules do, by the id of the managed ruleset and the id of the rule:
   * `{ [rulesetId]: { [ruleId]: { action: 'log' } } }`. Saved until the migration ends, and without effect afterwards.
   * @default none
   */
  readonly adjustments?: Adjustments;
}

/**
 * The one-way migration of a zone from the previous managed rules to the new ones, declared as its target state. The
 * provider refuses to go back, and to destroy a migration that has begun.
 *
 * @example
 * new ManagedRulesMigration(stack, 'migration', {
 *   zoneId,
 *   targetState: 'validation',
 *   approvedDigest: 'v1/validation/…', // the row of the zone in the file of approvals
 *   adjustments: { [rulesetId]: { [ruleId]: { action: 'log' } } },
 * });
 */
export class ManagedRulesMigration extends ManagedRulesMigrationAttributes implements OfZone {
  /** The zone, as given. */
  readonly zoneId: string;

  protected readonly inner: ZoneResource<typeof managedRulesMigrationSchema>;

  constructor(
    scope: Construct,
    id: string,
    private readonly props: ManagedRulesMigrationProps,
  ) {
    super(scope, id);
    this.zoneId = props.zoneId;
    this.inner = new ZoneResource(this, 'Default', managedRulesMigrationSchema, () => this.values(), props);
    registerOfZone(MIGRATION.kind, this);
    failOn(this, () => this.problems());
    warnOn(this, () => this.warnings());
  }

  /** The target state, as given. */
  get targetState(): OneOf<TargetState> {
    return this.props.targetState;
  }

  /**
   * Imports a migration that has begun, wherever it was begun, with an `import` block in the synthesized stack. The
   * block may stay.
   *
   * @param id the import id; defaults to the zone
   */
  importFrom(id: string = this.zoneId): void {
    this.once(['importFrom', id], 'The import block', () => this.inner.importFrom(id));
  }

  private values(): Migration {
    const { adjustments, ...asGiven } = this.props;
    return { ...asGiven, adjustments: inSchemaForm(produced(this, adjustments)) } as Migration;
  }

  private problems(): readonly Problem[] {
    return [
      ...[...checkProps(managedRulesMigrationSchema, { ...this.values() }), ...this.inner.problems()].map(
        inAdjustmentProps,
      ),
      ...oncePerZone(this, this.inner, MIGRATION),
    ];
  }

  private warnings(): readonly string[] {
    const { targetState, acknowledgeIrreversible, approvedDigest } = this.props;
    const isGiven = [acknowledgeIrreversible, approvedDigest].some((given) => known(given) !== null);
    if (known(targetState) !== 'finished' || isGiven) return [];
    const zoneId = known(this.zoneId);
    return [neitherApprovedNorAcknowledged(isKnown(zoneId) ? String(zoneId) : undefined)];
  }
}

/** A migration to `finished` that a person has to confirm, which only a finished zone does not need. */
function neitherApprovedNorAcknowledged(zoneId: string | undefined): string {
  const zone = zoneId === undefined ? 'its zone' : `zone ${zoneId}`;
  const word = zoneId === undefined ? 'the id of the zone' : `"${zoneId}"`;
  return (
    `Neither approvedDigest nor acknowledgeIrreversible is set, so a plan to finish the migration of ${zone} will fail. ` +
    `Finishing cannot be undone: to finish, approve it, or set acknowledgeIrreversible to ${word}. A finished zone needs neither.`
  );
}

/** A zone has one migration. */
const MIGRATION: OncePerZone = {
  kind: Symbol.for('zonewright/ManagedRulesMigration'),
  subject: 'The migration',
  verb: 'is',
  hint: 'A zone has one. Keep one ManagedRulesMigration, with the target state and all adjustments.',
};

/** The migrations in the app that certainly belong to the zone of something. */
export function migrationsOfZone(ofZone: OfZone): readonly ManagedRulesMigration[] {
  const found = certainlyOfZone(ofZone, MIGRATION.kind, ofZone.zoneId) as readonly ManagedRulesMigration[];
  return found.filter((migration) => !isForgottenOrMoved(migration) && !atAnotherService(migration, ofZone));
}
