import { type Expression, Fn, Op, type Precondition, Token } from 'cdktf';
import { isKnown } from '../../schema';
import { allOf, anyOf, asExpression, each, hasSome, isGiven, isOneOf, orElse } from '../binding/conditions';
import { known } from '../binding/known';
import type { ManagedRulesCompatibility } from './managed-rules-compatibility';
import type { ManagedRulesConfiguration } from './managed-rules-configuration';
import type { MigrationGateProps } from './gate-props';

/** What was approved, and what is read to hold it against. */
export interface GateFacts {
  readonly approved: MigrationGateProps;
  readonly compatibility: ManagedRulesCompatibility;
  readonly configuration: ManagedRulesConfiguration;
}

/**
 * What holds a migration back. Each condition is of one fact, because the engine puts off until apply what mixes a
 * known fact with an unknown one; and what is decided at synth makes no condition, because the engine refuses one that
 * refers to nothing. A message is put together even while its condition holds, so nothing in it may be null.
 */
export function gateConditions(facts: GateFacts): Precondition[] {
  const conditions = [compatible, available, approved, unchanged, acknowledged, allowed];
  return conditions.flatMap((condition) => condition(facts));
}

/** Obstacles hold back what has not begun, unless they are URI-based overrides that the migration is to delete. */
function compatible({ approved: given, compatibility }: GateFacts): Precondition[] {
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
function available({ approved: { zoneId }, compatibility, configuration }: GateFacts): Precondition[] {
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
function approved(facts: GateFacts): Precondition[] {
  const { approved: given, configuration } = facts;
  const digest = known(given.approvedDigest);
  if (isKnown(digest)) return [];
  return [
    {
      condition: anyOf(
        isPast(facts),
        Op.not(configuration.available),
        ...(digest === null ? [] : [isGiven(expressionOf(facts, given.approvedDigest))]),
      ),
      errorMessage:
        `Nothing was approved for zone ${given.zoneId} yet. Its migration state is ` +
        `${facts.compatibility.migrationState}, and nothing was changed. Review what would be saved, and give ` +
        `approvedDigest = "${orElse(configuration.digest, 'none')}" to approve of it:\n\n${rulesIn(configuration)}\n\n` +
        lossesIn(configuration),
    },
  ];
}

/** What was approved still is what the service generates. */
function unchanged(facts: GateFacts): Precondition[] {
  const { approved: given, configuration } = facts;
  const value = known(given.approvedDigest);
  if (value === null) return [];
  const digest = expressionOf(facts, given.approvedDigest);
  return [
    {
      condition: anyOf(
        isPast(facts),
        Op.not(configuration.available),
        ...(isKnown(value) ? [] : [Op.not(isGiven(digest))]),
        Op.eq(configuration.digest, digest),
      ),
      errorMessage:
        `What was approved for zone ${given.zoneId}, ` +
        `${isKnown(value) ? digest : orElse(digest, 'nothing')}, is not what the service generates now, ` +
        `${orElse(configuration.digest, 'none')}: the previous settings were changed since, or what was approved is ` +
        'the digest of rules with adjustments, which are not looked at here. The migration state is ' +
        `${facts.compatibility.migrationState}, and nothing was changed. Review what would be saved, and give the ` +
        `new digest as approvedDigest to approve of it:\n\n${rulesIn(configuration)}\n\n${lossesIn(configuration)}`,
    },
  ];
}

/** The word for finishing is there. */
function acknowledged(facts: GateFacts): Precondition[] {
  const { zoneId, targetState, acknowledgeIrreversible } = facts.approved;
  const [target, word] = [known(targetState), known(acknowledgeIrreversible)];
  const isOf = isKnown(word) && word === known(zoneId);
  if (isOf || target === 'validation') return [];
  const given = expressionOf(facts, acknowledgeIrreversible);
  return [
    {
      condition: anyOf(
        isReached(facts),
        ...(isKnown(target) ? [] : [Op.neq(expressionOf(facts, targetState), 'finished')]),
        ...(word === null ? [] : [Op.eq(expressionOf(facts, zoneId), given)]),
      ),
      errorMessage:
        `Finishing the migration of zone ${zoneId} cannot be undone, and acknowledgeIrreversible is ` +
        `${word === null ? 'not given' : isKnown(word) ? given : orElse(given, 'not given')}. Its migration state ` +
        `is ${facts.compatibility.migrationState}, and nothing was changed. To finish, give ` +
        `acknowledgeIrreversible = "${zoneId}".`,
    },
  ];
}

/** Nobody holds the migration back. */
function allowed(facts: GateFacts): Precondition[] {
  const { zoneId, targetState, allowed: given } = facts.approved;
  const value = known(given);
  if (value === null || value === true) return [];
  return [
    {
      condition: anyOf(isReached(facts), ...(value === false ? [] : [given as Expression])),
      errorMessage:
        `The migration of zone ${zoneId} is held back: allowed is not true. Its migration state is ` +
        `${facts.compatibility.migrationState}, its target ${expressionOf(facts, targetState)}, and nothing was ` +
        'changed. Set allowed to true when it may go on.',
    },
  ];
}

/** Whether the service is past the point where something is saved. */
function isPast({ compatibility }: GateFacts): Expression {
  return isOneOf(compatibility.migrationState, ['finishing', 'finished']);
}

/** Whether the target is reached, or cannot be missed any more, so that there is nothing to hold back. */
function isReached(facts: GateFacts): Expression {
  const { migrationState } = facts.compatibility;
  const hasBegun = Op.neq(migrationState, 'start');
  const target = known(facts.approved.targetState);
  if (target === 'validation') return hasBegun;
  if (isKnown(target)) return isPast(facts);
  const validates = Op.eq(expressionOf(facts, facts.approved.targetState), 'validation');
  return anyOf(isPast(facts), allOf(validates, hasBegun));
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

function expressionOf({ compatibility }: GateFacts, value: unknown): string {
  return asExpression(value, compatibility);
}
