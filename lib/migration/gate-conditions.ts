import { type Expression, Fn, Op, type Precondition, Token } from 'cdktf';
import { isKnown } from '../../schema';
import { allOf, anyOf, asExpression, each, hasSome, isGiven, isOneOf, orElse } from '../binding/conditions';
import { known } from '../binding/known';
import type { ManagedRulesCompatibility } from './managed-rules-compatibility';
import type { ManagedRulesConfiguration } from './managed-rules-configuration';
import type { MigrationGateProps } from './gate-props';

/** What was approved, and what is read to hold it against. */
export interface GateInputs {
  readonly approved: MigrationGateProps;
  readonly compatibility: ManagedRulesCompatibility;
  readonly configuration: ManagedRulesConfiguration;
}

/**
 * What holds a migration back. Each condition is about one thing, because the engine puts off until apply what mixes a
 * known value with an unknown one; and what is decided at synth makes no condition, because the engine refuses one that
 * refers to nothing. A message is put together even while its condition holds, so nothing in it may be null.
 */
export function gateConditions(inputs: GateInputs): Precondition[] {
  const conditions = [compatible, available, approved, unchanged, acknowledged, allowed];
  return conditions.flatMap((condition) => condition(inputs));
}

/** Obstacles hold back what has not begun, unless they are URI-based overrides that the migration is to delete. */
function compatible({ approved: given, compatibility }: GateInputs): Precondition[] {
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
      ) as Precondition['condition'],
      errorMessage:
        `Zone ${given.zoneId} cannot migrate as it is configured now. In the way: ` +
        `${orElse(descriptions, 'something that its configuration does not show')}. Its migration state is ` +
        `${compatibility.migrationState}, and nothing was changed. Remove what is in the way and plan again; ` +
        'URI-based overrides are deleted by the migration itself when the gate has deleteUriOverrides.',
    },
  ];
}

/** What is compatible has a configuration to be approved. */
function available({ approved: { zoneId }, compatibility, configuration }: GateInputs): Precondition[] {
  return [
    {
      condition: anyOf(
        Op.neq(compatibility.migrationState, 'start'),
        Op.not(compatibility.compatible),
        configuration.available,
      ),
      errorMessage:
        `The service says that zone ${zoneId} can migrate, and gives no configuration for it: ` +
        `${orElse(configuration.unavailableBecause, 'it does not say why')}. Nothing was changed. Plan again later.`,
    },
  ];
}

/** Something was approved, as long as there is something to approve. */
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
        `Nothing was approved for zone ${given.zoneId} yet. Its migration state is ` +
        `${inputs.compatibility.migrationState}, and nothing was changed. Review what would be saved, and give ` +
        `approvedDigest = "${orElse(configuration.digest, 'none')}" to approve of it:\n\n${rulesIn(configuration)}\n\n` +
        lossesIn(configuration),
    },
  ];
}

/** What was approved still is what the service generates. */
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
        `What was approved for zone ${given.zoneId}, ` +
        `${isKnown(value) ? digest : orElse(digest, 'nothing')}, is not what the service generates now, ` +
        `${orElse(configuration.digest, 'none')}: the previous settings were changed since, or what was approved is ` +
        'the digest of rules with adjustments, which are not looked at here. The migration state is ' +
        `${inputs.compatibility.migrationState}, and nothing was changed. Review what would be saved, and give the ` +
        `new digest as approvedDigest to approve of it:\n\n${rulesIn(configuration)}\n\n${lossesIn(configuration)}`,
    },
  ];
}

/** The word for finishing is there. */
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
        `${word === null ? 'not given' : isKnown(word) ? given : orElse(given, 'not given')}. Its migration state ` +
        `is ${inputs.compatibility.migrationState}, and nothing was changed. To finish, give ` +
        `acknowledgeIrreversible = "${zoneId}".`,
    },
  ];
}

/** Nobody holds the migration back. */
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
        'changed. Set allowed to true when it may go on.',
    },
  ];
}

/** Whether the service is past the point where something is saved. */
function isPast({ compatibility }: GateInputs): Expression {
  return isOneOf(compatibility.migrationState, ['finishing', 'finished']);
}

/** Whether the target is reached, or cannot be missed any more, so that there is nothing to hold back. */
function isReached(inputs: GateInputs): Expression {
  const { migrationState } = inputs.compatibility;
  const hasBegun = Op.neq(migrationState, 'start');
  const target = known(inputs.approved.targetState);
  if (target === 'validation') return hasBegun;
  if (isKnown(target)) return isPast(inputs);
  const validates = Op.eq(expressionOf(inputs, inputs.approved.targetState), 'validation');
  return anyOf(isPast(inputs), allOf(validates, hasBegun));
}

/** One line for each rule of the configuration, all that would be saved in it. */
function rulesIn(configuration: ManagedRulesConfiguration): string {
  const parts = ['action', 'action_parameters', 'expression', 'enabled', 'description'];
  const lines = Fn.formatlist(
    '  - %s %s if %s (enabled: %v) %s',
    parts.map((name) => each(configuration, 'rules', name)),
  );
  return Fn.join('\n', lines);
}

/** What approving loses, one line for each; the list is null where not all of it is known. */
function lossesIn(configuration: ManagedRulesConfiguration): string {
  const descriptions = each(configuration, 'not_carried_over', 'description');
  const lines = Fn.join('\n', Fn.formatlist('  - %s', [descriptions]));
  const because = orElse(configuration.lossesUnknownBecause, 'there is no configuration');
  const unknown = Fn.format('  - not known: %s', [because]);
  return `What is not carried over:\n${orElse(Token.asString(Fn.try([lines, unknown])), '  - nothing is lost')}`;
}

function expressionOf({ compatibility }: GateInputs, value: unknown): string {
  return asExpression(value, compatibility);
}
