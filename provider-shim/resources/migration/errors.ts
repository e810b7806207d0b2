import {
  acknowledgementMissing,
  managedRulesMigrationSchema,
  type Explanation,
  type Problem,
  type TargetState,
} from '../../../schema';
import { waysToForget } from '../suggested-blocks';
import type { Adjustment, Adjustments } from './adjustments';
import type { Obstacle } from './previous-waf';
import { statusSentence, stateInWords, type Status } from './status';
import { listed } from '../messages';

/** How to remove a migration that has begun from the state, wherever it is declared. */
const WAYS_OUT =
  `To forget it without touching the zone, ${waysToForget(managedRulesMigrationSchema.type)} ` +
  'Or set on_destroy = "abandon" and apply that before you destroy it.';

/** One problem for each kind of obstacle (docs/internals/service.md 7.2, 2.3). */
export function incompatible(
  zone: string,
  status: Status,
  obstacles: readonly Obstacle[],
  because: string | null,
): readonly Problem[] {
  const now = `${statusSentence(zone, status)} Nothing was changed.`;
  const of = (kind: Obstacle['kind']): readonly string[] =>
    obstacles.filter((one) => one.kind === kind).map(({ description }) => description);
  const [overrides, tooMany, tooLong] = [
    of('uri_override'),
    of('too_many_firewall_rules'),
    of('expression_too_long'),
  ];
  const problems: Problem[] = [];
  if (overrides.length > 0)
    problems.push({
      code: 'uri_overrides_in_the_way',
      path: ['delete_uri_overrides'],
      message: `Zone ${zone} cannot migrate: ${overrides.length === 1 ? 'a URI-based override is' : `${overrides.length} URI-based overrides are`} in the way.`,
      hint: `${listed(overrides)}\nDelete them through the API of the previous managed rules, or set delete_uri_overrides = true to have apply delete them. ${now}`,
    });
  if (tooMany.length > 0)
    problems.push({
      code: 'too_many_firewall_rules',
      path: [],
      message: `Zone ${zone} cannot migrate: it has ${tooMany[0]}.`,
      hint: `Remove or pause some of them, or ask the service's support to migrate this zone. ${now}`,
    });
  if (tooLong.length > 0)
    problems.push({
      code: 'expression_too_long',
      path: [],
      message: `Zone ${zone} cannot migrate: the expression of a firewall rule exceeds 4 KB.`,
      hint: `${listed(tooLong)}\nShorten it or split the rule, or ask the service's support to migrate this zone. ${now}`,
    });
  return problems.length > 0 ? problems : [incompatibleForOtherReasons(zone, because, now)];
}

function incompatibleForOtherReasons(zone: string, because: string | null, now: string): Problem {
  return {
    code: 'zone_incompatible',
    path: [],
    message: `The service does not let zone ${zone} migrate as it is configured.`,
    hint: `${because === null ? 'Its check says that the zone is not compatible, but not why.' : `It says: ${because}.`} ${now}`,
  };
}

export function backwards(zone: string, target: TargetState, status: Status): Problem {
  return {
    code: 'migration_backwards',
    path: ['target_state'],
    message: `The migration of zone ${zone} cannot go back to ${target}.`,
    hint: `${statusSentence(zone, status)} Set target_state = "finished". Nothing was changed.`,
  };
}

/**
 * A migration that has begun, moved to another zone.
 *
 * @param from the zone of the state
 * @param belongsToAnother whether another object of the state has the migration of the new zone
 */
export function zoneChanged(from: string, to: string, status: string, belongsToAnother: boolean): Problem {
  const swapped = belongsToAnother
    ? `Zone ${to} belongs to another migration in this state: were the two zone ids swapped? If so, `
    : 'If the zone ids of two migrations were swapped, ';
  return {
    code: belongsToAnother ? 'migration_zones_exchanged' : 'migration_zone_changed',
    path: ['zone_id'],
    message: `zone_id cannot change to ${to}: this object is the migration of zone ${from}.`,
    hint:
      `According to the state, zone ${from} is ${stateInWords(status)}. ${swapped}put each id back; to swap the addresses ` +
      'instead, move the objects with terraform state mv. To migrate another zone, declare it in another block: its plan ' +
      `then shows what begins there, and what cannot be undone. ${WAYS_OUT} Nothing was changed.`,
  };
}

/** @param zone as `zoneInMessages` has it. @param seenBy where the status comes from: the state at plan, the service at apply */
export function destroyRefused(zone: string, status: string, seenBy: 'state' | 'service'): Explanation {
  const by = seenBy === 'service' ? ' (reported by the service just now)' : '';
  return {
    message: `The migration of zone ${zone} cannot be destroyed: it is ${stateInWords(status)}${by}, and the service offers no way back.`,
    hint: `${WAYS_OUT} Nothing was changed in the state or at the service.`,
  };
}

/** Of an object of the state. terraform destroy plans the configuration first, so this is also what it answers. */
export function acknowledgementMissingInState(zoneId: string, status: string, state: string): Problem {
  const problem = acknowledgementMissing(zoneId, status);
  const destroy =
    state === 'start'
      ? 'remove its block and apply: terraform destroy plans the configuration first.'
      : `that is refused as well: the migration has begun, and the service offers no way back. ${WAYS_OUT}`;
  return { ...problem, hint: `${problem.hint}\n\nIf you want to destroy the migration, ${destroy}` };
}

/** An object that would be re-created while it exists: tainted, replaced on request, or declared twice. */
export function replacementRefused(zone: string, state: string): Explanation {
  return {
    message: `The migration of zone ${zone} is already in the state (${state}) and cannot be re-created.`,
    hint:
      'If this plan replaces it: remove -replace and replace_triggered_by, or run terraform untaint if it is tainted. ' +
      `If another block manages the same zone: keep one; after a rename, add a moved block (moveFromId of the construct). ${WAYS_OUT} ` +
      'Nothing was changed.',
  };
}

export function declaredTwice(zone: string): Problem {
  return {
    code: 'migration_declared_twice',
    path: ['zone_id'],
    message: `Two resources of this configuration declare the migration of zone ${zone}.`,
    hint:
      `A zone migrates once, and each resource would save its own rules. Keep one. If the other is in the state: ${WAYS_OUT} ` +
      'Nothing was changed.',
  };
}

export function notKnown(names: readonly string[]): Problem {
  return {
    code: 'migration_not_known',
    path: names.length === 1 ? [...names] : [],
    message: `The migration cannot be planned: ${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} known only after apply.`,
    hint:
      'The plan of an irreversible change must show all of it. Write the values literally, or first apply what they ' +
      'come from (-target). Nothing was changed.',
  };
}

export function providerNotKnown(): Explanation {
  return {
    message: "The migration cannot be planned: the provider's configuration is known only after apply.",
    hint:
      'The plan of an irreversible change must show all of it. Give the provider values that are known at plan time, ' +
      'or first apply what they come from (-target). Nothing was changed.',
  };
}

/** @param seen what differs, as part of a sentence */
export function changedSincePlan(zone: string, seen: string, status: Status): Problem {
  return {
    code: 'migration_changed_since_plan',
    path: [],
    message: `The migration of zone ${zone} no longer matches the plan: ${seen}.`,
    hint:
      `${statusSentence(zone, status)} Its rules were left as they are. Make a new plan with a refresh, and ` +
      'review it before applying.',
  };
}

/** @param missing adjustments that its migration cannot save any more. @param there what the rules of the zone have */
export function adjustedAfterEnd(
  zone: string,
  zoneId: string,
  status: Status,
  missing: Adjustments,
  there: Adjustments,
): Problem {
  const blocks = Object.entries(missing).map(([id, { rules }]) => inBlock(id, rules, there[id]?.rules ?? {}));
  const wait = status.state === 'finished' ? '' : 'wait for the end, and ';
  return {
    code: 'adjusted_after_end',
    path: ['adjustments'],
    message: `The migration of zone ${zone} is ${stateInWords(status.state)} and saves no more rules, but adjustments has what they do not have.`,
    hint:
      `${statusSentence(zone, status)} To leave the rules as they are, write into adjustments what the zone has, which the ` +
      'comments below say, or remove it: after an interrupted finish, the service may have stored another form than was ' +
      `sent. To change them, ${wait}change them in the zone_managed_rules of the zone. If there is none, replace the block ` +
      'of the migration (of a for_each, its key alone) with these two, for which Terraform 1.8 or OpenTofu 1.10 is needed ' +
      '(docs/guides/migrate.md, "After it", also for older engines); their plan shows the other rules and overrides of the ' +
      `zone, to be written as well. Nothing was changed.

  resource "zone_managed_rules" "NAME" {
    zone_id = "${zoneId}"
    rules = [${blocks.join(', ')}]
  }

  moved {
    from = zone_managed_rules_migration.NAME    # of a for_each: NAME["KEY"]
    to   = zone_managed_rules.NAME
  }`,
  };
}

/** A rule of `zone_managed_rules` that executes the managed ruleset with these overrides. */
function inBlock(rulesetId: string, rules: Record<string, Adjustment>, there: typeof rules): string {
  const members = ({ action, enabled }: Adjustment): string =>
    [
      ...(action === null ? [] : [`action = "${action}"`]),
      ...(enabled === null ? [] : [`enabled = ${enabled}`]),
    ].join(', ');
  const overrides = Object.entries(rules).map(
    ([id, one]) =>
      `          "${id}" = { ${members(one)} }    # the zone has ${there[id] ? members(there[id]) : 'no override'}\n`,
  );
  return `{
      name = "NAME_OF_THE_RULE"
      execute = {
        ruleset_id = "${rulesetId}"
        overrides = { rules = {
${overrides.join('')}        } }
      }
    }`;
}

/** Validation of a zone whose plan, as the service reports it, does not include it. */
export function validationNotIncluded(zone: string, plan: string): Problem {
  return {
    code: 'validation_not_included',
    path: ['target_state'],
    message: `Zone ${zone} cannot enter validation: its plan is ${plan}, and only Enterprise zones can.`,
    hint: 'On this plan, a zone migrates in one step: set target_state = "finished". Nothing was changed.',
  };
}
