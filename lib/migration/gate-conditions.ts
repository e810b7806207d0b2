import { type Expression, Fn, Op, type Precondition, Token } from 'cdktf';
import { isKnown } from '../../schema';
import { allOf, anyOf, asExpression, each, hasSome, isGiven, isOneOf, orElse } from '../binding/conditions';
import { known } from '../binding/known';
import type { DataManagedRulesCompatibility } from './data-managed-rules-compatibility';
import type { DataManagedRulesConfiguration } from './data-managed-rules-configuration';
import type { MigrationGateProps } from './gate-props';

/** What was approved, and the data to compare it with. */
export interface GateInputs {
  readonly approved: MigrationGateProps;
  readonly compatibility: DataManagedRulesCompatibility;
  readonly configuration: DataManagedRulesConfiguration;
}

/**
 * What holds a migration back. Each condition is about one thing, because the engine defers a condition until apply
 * when any part of it is unknown. What is decided at synth adds no condition, because the engine rejects one without
 * references. The engine evaluates a message even when its condition holds, so nothing in it may be null.
 */
export function gateConditions(inputs: GateInputs): Precondition[] {
  const conditions = [compatible, available, approved, unchanged, acknowledged, allowed];
  return conditions.flatMap((condition) => condition(inputs));
}

/**
 * Obstacles hold back a migration that has not begun, unless it deletes them (URI-based overrides) or skips zones that
 * cannot migrate.
 */
function compatible({ approved: given, compatibility }: GateInputs): Precondition[] {
  const onIncompatible = known(given.onIncompatible);
  if (onIncompatible === 'skip') return [];
  const kinds = each(compatibility, 'obstacles', 'kind');
  const onlyOverrides = allOf(
    hasSome(kinds),
    Op.not(hasSome(Fn.setsubtract(kinds, ['uri_override']) as string[])),
  );
  const isDeleted = known(given.deleteUriOverrides);
  const deletes =
    isDeleted === true ? onlyOverrides : allOf(given.deleteUriOverrides as Expression, onlyOverrides);
  const descriptions = Fn.join('; ', each(compatibility, 'obstacles', 'description'));
  return [
    {
      condition: anyOf(
        Op.neq(compatibility.migrationState, 'start'),
        compatibility.compatible,
        ...(isDeleted === null || isDeleted === false ? [] : [deletes]),
        ...(onIncompatible === null || isKnown(onIncompatible)
          ? []
          : [Op.eq(asExpression(given.onIncompatible, compatibility), 'skip')]),
      ) as Precondition['condition'],
      errorMessage:
        `Zone ${given.zoneId} cannot migrate as it is configured. In the way: ` +
        `${orElse(descriptions, 'something that its configuration does not show')}. Its migration state is ` +
        `${compatibility.migrationState}, and nothing was changed. Remove what is in the way and plan again. ` +
        'With deleteUriOverrides on the gate, the migration itself deletes URI-based overrides.',
    },
  ];
}

/** A compatible zone must have a configuration to approve. */
function available({ approved: { zoneId }, compatibility, configuration }: GateInputs): Precondition[] {
  return [
    {
      condition: anyOf(
        Op.neq(compatibility.migrationState, 'start'),
        Op.not(compatibility.compatible),
        configuration.available,
      ),
      errorMessage:
        `The service says that zone ${zoneId} can migrate, but generates no configuration for it: ` +
        `${orElse(configuration.unavailableBecause, 'it does not say why')}. Nothing was changed. Plan again later.`,
    },
  ];
}

/** A digest must be approved while there is something to approve. */
function approved(inputs: GateInputs): Precondition[] {
  const { approved: given, configuration } = inputs;
  const digest = known(given.approvedDigest);
  if (isKnown(digest)) return [];
  return [
    {
      condition: anyOf(
        isPast(inputs),
        Op.not(configuration.available),
        ...(digest === null ? [] : [isGiven(expressionOf(inputs, given.approvedDigest))]),
      ),
      errorMessage:
        `Nothing has been approved for zone ${given.zoneId} yet. Its migration state is ` +
        `${inputs.compatibility.migrationState}, and nothing was changed. Review what would be saved, and set ` +
        `approvedDigest = "${orElse(configuration.digest, 'none')}" to approve it:\n\n${rulesIn(configuration)}\n\n` +
        lossesIn(configuration),
    },
  ];
}

/** The service must still generate what was approved. */
function unchanged(inputs: GateInputs): Precondition[] {
  const { approved: given, configuration } = inputs;
  const value = known(given.approvedDigest);
  if (value === null) return [];
  const digest = expressionOf(inputs, given.approvedDigest);
  return [
    {
      condition: anyOf(
        isPast(inputs),
        Op.not(configuration.available),
        ...(isKnown(value) ? [] : [Op.not(isGiven(digest))]),
        Op.eq(configuration.digest, digest),
      ),
      errorMessage:
        `The approved digest for zone ${given.zoneId}, ` +
        `${isKnown(value) ? digest : orElse(digest, 'nothing')}, is not that of the rules that the service generates now, ` +
        `${orElse(configuration.digest, 'none')}. Either the previous settings have changed since, or the approved ` +
        'digest is of rules with adjustments, which the gate does not read. The migration state is ' +
        `${inputs.compatibility.migrationState}, and nothing was changed. Review what would be saved, and set ` +
        `approvedDigest to the new digest to approve it:\n\n${rulesIn(configuration)}\n\n${lossesIn(configuration)}`,
    },
  ];
}

/** Finishing must be acknowledged. */
function acknowledged(inputs: GateInputs): Precondition[] {
  const { zoneId, targetState, acknowledgeIrreversible } = inputs.approved;
  const [target, word] = [known(targetState), known(acknowledgeIrreversible)];
  const isOf = isKnown(word) && word === known(zoneId);
  if (isOf || target === 'validation') return [];
  const given = expressionOf(inputs, acknowledgeIrreversible);
  return [
    {
      condition: anyOf(
        isReached(inputs),
        ...(isKnown(target) ? [] : [Op.neq(expressionOf(inputs, targetState), 'finished')]),
        ...(word === null ? [] : [Op.eq(expressionOf(inputs, zoneId), given)]),
      ),
      errorMessage:
        `Finishing the migration of zone ${zoneId} cannot be undone, and acknowledgeIrreversible is ` +
        `${word === null ? 'not set' : isKnown(word) ? given : orElse(given, 'not set')}. Its migration state ` +
        `is ${inputs.compatibility.migrationState}, and nothing was changed. To finish, set ` +
        `acknowledgeIrreversible = "${zoneId}".`,
    },
  ];
}

/** The migration must be allowed. */
function allowed(inputs: GateInputs): Precondition[] {
  const { zoneId, targetState, allowed: given } = inputs.approved;
  const value = known(given);
  if (value === null || value === true) return [];
  return [
    {
      condition: anyOf(isReached(inputs), ...(value === false ? [] : [given as Expression])),
      errorMessage:
        `The migration of zone ${zoneId} is held back: allowed is not true. Its migration state is ` +
        `${inputs.compatibility.migrationState}, its target ${expressionOf(inputs, targetState)}, and nothing was ` +
        'changed. Set allowed to true when it may continue.',
    },
  ];
}

/** Whether the migration is past the point where rules are saved. */
function isPast({ compatibility }: GateInputs): Expression {
  return isOneOf(compatibility.migrationState, ['finishing', 'finished']);
}

/** Whether the target is reached or certain to be, so that there is nothing to hold back. */
function isReached(inputs: GateInputs): Expression {
  const { migrationState } = inputs.compatibility;
  const hasBegun = Op.neq(migrationState, 'start');
  const target = known(inputs.approved.targetState);
  if (target === 'validation') return hasBegun;
  if (isKnown(target)) return isPast(inputs);
  const validates = Op.eq(expressionOf(inputs, inputs.approved.targetState), 'validation');
  return anyOf(isPast(inputs), allOf(validates, hasBegun));
}

/** One line for each rule of the configuration, with everything that would be saved. */
function rulesIn(configuration: DataManagedRulesConfiguration): string {
  const parts = ['action', 'action_parameters', 'expression', 'enabled', 'description'];
  const lines = Fn.formatlist(
    '  - %s %s if %s (enabled: %v) %s',
    parts.map((name) => each(configuration, 'rules', name)),
  );
  return Fn.join('\n', lines);
}

/** One line for each lost setting. The list is null when it could not be determined completely. */
function lossesIn(configuration: DataManagedRulesConfiguration): string {
  const descriptions = each(configuration, 'not_carried_over', 'description');
  const lines = Fn.join('\n', Fn.formatlist('  - %s', [descriptions]));
  const because = orElse(configuration.lossesUnknownBecause, 'there is no configuration');
  const unknown = Fn.format('  - not known: %s', [because]);
  return `What is not carried over:\n${orElse(Token.asString(Fn.try([lines, unknown])), '  - nothing is lost')}`;
}

function expressionOf({ compatibility }: GateInputs, value: unknown): string {
  return asExpression(value, compatibility);
}
