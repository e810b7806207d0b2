import {
  acknowledgementMissing,
  managedRulesMigrationSchema,
  savedRulesInWords,
  type Explanation,
  type Problem,
  type TargetState,
} from '../../../schema';
import type { UriOverride } from '../../api';
import { createInstead, importIdMalformed } from '../import-id';
import { catalogue, listed } from '../messages';
import { describedInWords, type SavedRule } from '../rules/rule';
import { waysToForget } from '../suggested-blocks';
import type { Adjustment, Adjustments } from './adjustments';
import { replacedRules, type OverwrittenVersion } from './changes';
import { overrideInWords, type Losses, type Obstacle } from './previous-waf';
import type { Transition } from './state';
import { statusSentence, stateInWords, type Status } from './status';

/** How to remove a migration that has begun from the state, wherever it is declared. */
const WAYS_OUT =
  `To forget it without touching the zone, ${waysToForget(managedRulesMigrationSchema.type)} ` +
  'Or set on_destroy = "abandon" and apply that before you destroy it.';

/** What becomes of a migration that has finished. */
const HAND_OVER =
  'To manage all rules of the zone from now on, move it to a zone_managed_rules (moved block).';

const counted = (things: readonly unknown[], one: string, many = `${one}s`): string =>
  `${things.length} ${things.length === 1 ? one : many}`;

/** What finishing says of its rules, and of those who look at them. */
interface Finishing {
  readonly waits: boolean;
  /** Whether a digest is approved. */
  readonly approved: boolean;
  /** The zone whose warning lists the same rules already. */
  readonly listedBy: string | undefined;
}

/** What the resource says, by code. `zone` is a zone as `zoneInMessages` returns it. */
export const PROBLEM = catalogue({
  uri_overrides_in_the_way: (zone: string, overrides: readonly string[], now: string) => ({
    path: ['delete_uri_overrides'],
    message: `Zone ${zone} cannot migrate: ${overrides.length === 1 ? 'a URI-based override is' : `${overrides.length} URI-based overrides are`} in the way.`,
    hint: `${listed(overrides)}\nDelete them through the API of the previous managed rules, or set delete_uri_overrides = true to have apply delete them. ${now}`,
  }),
  too_many_firewall_rules: (zone: string, [tooMany]: readonly string[], now: string) => ({
    message: `Zone ${zone} cannot migrate: it has ${tooMany}.`,
    hint: `Remove or pause some of them, or ask the service's support to migrate this zone. ${now}`,
  }),
  expression_too_long: (zone: string, tooLong: readonly string[], now: string) => ({
    message: `Zone ${zone} cannot migrate: the expression of a firewall rule exceeds 4 KB.`,
    hint: `${listed(tooLong)}\nShorten it or split the rule, or ask the service's support to migrate this zone. ${now}`,
  }),
  zone_incompatible: (zone: string, because: string | null, now: string) => ({
    message: `The service does not let zone ${zone} migrate as it is configured.`,
    hint: `${because === null ? 'Its check says that the zone is not compatible, but not why.' : `It says: ${because}.`} ${now}`,
  }),
  migration_backwards: (zone: string, target: TargetState, status: Status) => ({
    path: ['target_state'],
    message: `The migration of zone ${zone} cannot go back to ${target}.`,
    hint: `${statusSentence(zone, status)} Set target_state = "finished". Nothing was changed.`,
  }),
  migration_zone_changed: (from: string, to: string, status: string) =>
    zoneChanged(from, to, status, 'If the zone ids of two migrations were swapped, '),
  /** The new zone has the migration of another object of the state. */
  migration_zones_exchanged: (from: string, to: string, status: string) => {
    const swapped = `Zone ${to} belongs to another migration in this state: were the two zone ids swapped? If so, `;
    return zoneChanged(from, to, status, swapped);
  },
  /** @param seenBy where the status comes from: the state at plan, the service at apply */
  migration_stays: (zone: string, status: string, seenBy: 'state' | 'service') => ({
    message: `The migration of zone ${zone} cannot be destroyed: it is ${stateInWords(status)}${seenBy === 'service' ? ' (reported by the service just now)' : ''}, and the service offers no way back.`,
    hint: `${status === 'finished' ? `${HAND_OVER} ` : ''}${WAYS_OUT} Nothing was changed in the state or at the service.`,
  }),
  /** An object that would be re-created while it exists: tainted, replaced on request, or declared twice. */
  migration_not_replaced: (zone: string, state: string) => ({
    message: `The migration of zone ${zone} is already in the state (${state}) and cannot be re-created.`,
    hint:
      'If this plan replaces it: remove -replace and replace_triggered_by, or run terraform untaint if it is tainted. ' +
      `If another block manages the same zone: keep one; after a rename, add a moved block (moveFromId of the construct). ${WAYS_OUT} ` +
      'Nothing was changed.',
  }),
  migration_declared_twice: (zone: string) => ({
    path: ['zone_id'],
    message: `Two resources of this configuration declare the migration of zone ${zone}.`,
    hint:
      `A zone migrates once, and each resource would save its own rules. Keep one. If the other is in the state: ${WAYS_OUT} ` +
      'Nothing was changed.',
  }),
  migration_not_known: (names: readonly string[]) => ({
    path: names.length === 1 ? [...names] : [],
    message: `The migration cannot be planned: ${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} known only after apply.`,
    hint:
      'The plan of an irreversible change must show all of it. Write the values literally, or first apply what they ' +
      'come from (-target). Nothing was changed.',
  }),
  provider_not_known: () => ({
    message: "The migration cannot be planned: the provider's configuration is known only after apply.",
    hint:
      'The plan of an irreversible change must show all of it. Give the provider values that are known at plan time, ' +
      'or first apply what they come from (-target). Nothing was changed.',
  }),
  /** @param seen what differs, as part of a sentence */
  migration_changed_since_plan: (zone: string, seen: string, status: Status) => ({
    message: `The migration of zone ${zone} no longer matches the plan: ${seen}.`,
    hint:
      `${statusSentence(zone, status)} Its rules were left as they are. Make a new plan with a refresh, and ` +
      'review it before applying.',
  }),
  /** @param missing adjustments that its migration cannot save any more. @param there what the rules of the zone have */
  adjusted_after_end: (
    zone: string,
    zoneId: string,
    status: Status,
    missing: Adjustments,
    there: Adjustments,
  ) => {
    const blocks = Object.entries(missing).map(([id, { rules }]) =>
      inBlock(id, rules, there[id]?.rules ?? {}),
    );
    const wait = status.state === 'finished' ? '' : 'wait for the end, and ';
    return {
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
  },
  /** Validation of a zone whose plan, as the service reports it, does not include it. */
  validation_not_included: (zone: string, plan: string) => ({
    path: ['target_state'],
    message: `Zone ${zone} cannot enter validation: its plan is ${plan}, and only Enterprise zones can.`,
    hint: 'On this plan, a zone migrates in one step: set target_state = "finished". Nothing was changed.',
  }),
  adjusted_ruleset_unknown: (zone: string, rulesetId: string, executed: readonly string[]) => ({
    path: ['adjustments', rulesetId],
    message: `adjustments names the managed ruleset ${rulesetId}, which zone ${zone} does not execute.`,
    hint:
      executed.length === 0
        ? 'It executes none. Remove the adjustments. Nothing was changed.'
        : `It executes ${executed.join(' and ')}. Correct the id, or remove the adjustment. Nothing was changed.`,
  }),
  nothing_to_import: (zone: string, status: Status, isMoved: boolean) => ({
    message: `The migration of zone ${zone} has not begun, so there is nothing to import.`,
    hint: `${statusSentence(zone, status)} ${
      isMoved
        ? createInstead(isMoved, 'the migration')
        : 'Remove the import block: apply begins the migration.'
    }`,
  }),
  acknowledged_ahead: () => ({
    path: ['acknowledge_irreversible'],
    message: 'acknowledge_irreversible is already set, though target_state is "validation".',
    hint: 'With it, changing target_state alone finishes the migration irreversibly. Set it together with that change.',
  }),
  /** The one change that no later plan can undo. */
  migration_irreversible: (
    zone: string,
    { shown, status }: Transition,
    { waits, approved, listedBy }: Finishing,
  ) => {
    // With a digest, the plan that the engine makes at apply refuses other rules before the engine compares.
    const engineSays = approved ? '' : ' (with the engine\'s "inconsistent final plan")';
    const awaited = waits
      ? 'Apply waits for this: minutes, or up to an hour.'
      : 'Apply does not wait for this.';
    const follows =
      listedBy === undefined
        ? `Apply saves these rules:\n${listed(savedRulesInWords(shown))}\nThe service then disables the ` +
          `previous managed rules permanently, and their API stops working. ${awaited} If the previous settings change ` +
          `before apply, it saves nothing and fails${engineSays}; then make a new plan.`
        : `Apply saves the same ${shown.length} rules as for zone ${listedBy}: that warning lists them and says ` +
          `what the service then does. ${awaited}`;
    return {
      path: ['target_state'],
      message: `IRREVERSIBLE: this plan finishes the migration of zone ${zone}. It cannot be undone.`,
      hint: `${statusSentence(zone, status)} ${follows}`,
    };
  },
  migration_begins: (zone: string, { shown }: Transition) => ({
    path: ['target_state'],
    message: `This plan begins the migration of zone ${zone}. The service offers no way back.`,
    hint:
      `Apply saves the ${shown.length} planned rules. From then on both versions run, the new one first. You can still ` +
      'change rules and adjustments; the previous version protects the zone until you finish the migration.',
  }),
  migration_losses_unknown: (zone: string, because: string) => ({
    message: `The losses of the migration of zone ${zone} could not be determined completely.`,
    hint:
      `${because} Overrides of groups and rules of the core rule set are never carried over, and page rules with ` +
      'WAF Off have no effect on the new managed rules.',
  }),
  migration_losses: (zone: string, known: Losses['known']) => ({
    path: ['not_carried_over'],
    message: `The migration of zone ${zone} will lose ${counted(known, 'setting')}.`,
    hint: `${listed(known.map(({ description }) => description))}\nAdd adjustments for what the new managed rules should do instead.`,
  }),
  migration_deletes_overrides: (
    zone: string,
    { deletions, deletesOnly, notGenerated }: Transition['base'],
  ) => {
    const count = counted(deletions, 'URI-based override');
    const because = notGenerated === null ? '' : ` (the service says: ${notGenerated})`;
    return {
      path: ['delete_uri_overrides'],
      message: deletesOnly
        ? `This plan only deletes ${count} of zone ${zone}. The next plan migrates it.`
        : `This plan deletes ${count} of zone ${zone} before it migrates.`,
      hint: [
        listed(deletions.map(overrideInWords)),
        deletesOnly
          ? `While they exist, the plan cannot show the rules${because}. Apply deletes them and stops there; plan again to review the rules.`
          : 'They are not carried over. Deleting them cannot be undone.',
      ],
    };
  },
  managed_rules_replaced: (zone: string, replaced: readonly SavedRule[]) => ({
    path: ['rules'],
    message: `Zone ${zone} already has ${counted(replaced, 'rule')} of the new managed rules, and apply replaces ${replaced.length === 1 ? 'it' : 'them'}.`,
    hint: `${listed(savedRulesInWords(replaced))}\nThe rules of this plan take their place.`,
  }),
  migration_taken_over: (zone: string, { status, trigger, saves }: Transition) => {
    const goesOn = trigger === 'pending' ? 'finishes it' : 'saves the planned rules';
    return {
      message: `The migration of zone ${zone} is already ${stateInWords(status.state)}: apply takes it over ${saves ? `and ${goesOn}` : 'as it is'}.`,
      hint: `${statusSentence(zone, status)}${saves ? '' : ' An import block does the same.'}`,
    };
  },
  migration_finishing: (zone: string, isAwaited: boolean) => ({
    message: isAwaited
      ? `The migration of zone ${zone} is already finishing: apply waits for its end.`
      : `The migration of zone ${zone} is still finishing, and wait is false.`,
    hint: `An earlier apply or somebody else started this step. It cannot be stopped.${isAwaited ? '' : ' A later run stores its end.'}`,
  }),
  /** The end of a migration that no apply waited for. */
  migration_has_finished: (zone: string) => ({
    path: ['migration_state'],
    message: `The migration of zone ${zone} has finished since the last run.`,
    hint: 'The previous managed rules are disabled permanently. The next apply, also one without changes, stores this in the state.',
  }),
  migration_rules_changed: (zone: string, now: readonly SavedRule[]) => ({
    path: ['rules'],
    message: `Changed outside since the last apply: the managed rules of zone ${zone}, which validates its migration.`,
    hint: `There are now, saved by somebody, possibly another configuration, or by a run that was interrupted:\n${listed(now.length === 0 ? ['no rules'] : now.map(describedInWords))}\nThe plan shows what apply sets back.`,
  }),
  migration_status_retired: (zone: string) => ({
    path: ['migration_state'],
    message: `The service no longer reports the migration of zone ${zone}, which has finished: the state is kept.`,
    hint: `There is nothing left to wait for. ${HAND_OVER}`,
  }),
  /** @param reason why the zone cannot migrate, and what would help */
  migration_skipped: (zone: string, { message, hint = '' }: Problem) => ({
    path: ['on_incompatible'],
    message: `The migration of zone ${zone} is skipped (on_incompatible = "skip"): ${message}`,
    hint: `${hint} A later plan migrates the zone when nothing is in the way.`,
  }),
  configuration_missing: (zone: string, because: string) => ({
    message: `The service generates no configuration for zone ${zone} now, so its saved rules stay as they are.`,
    hint: `It says: ${because}. Fix that to be able to finish the migration.`,
  }),
  migration_abandoned: (zone: string, state: string) => ({
    message: `The migration of zone ${zone} stays ${stateInWords(state)}: it is only removed from the state.`,
    hint: 'on_destroy is "abandon", so nothing changes at the service. An import block brings it back into the state.',
  }),
  /** Goes before an error: what apply had done by then, and does not undo. */
  migration_overrides_deleted: (zone: string, deletions: readonly UriOverride[]) => ({
    message: `Before this failed, ${counted(deletions, 'URI-based override')} of zone ${zone} ${deletions.length === 1 ? 'was' : 'were'} deleted.`,
    hint: `${listed(deletions.map(({ body }) => JSON.stringify(body)))}\nThey are gone. The next plan continues from there.`,
  }),
  managed_rules_overwritten: (
    zone: string,
    lost: readonly OverwrittenVersion[],
    { trigger }: Pick<Transition, 'trigger'>,
  ) => {
    const place = trigger === 'pending' ? 'declare them as zone_managed_rules' : 'add them as adjustments';
    const shown = lost.map(({ version, rules }) => {
      if (rules === undefined) return `Version ${version} can no longer be read.`;
      return `Version ${version} had:\n${listed(savedRulesInWords(rules).map((words, index) => `${words}: ${rules[index]?.action_parameters}`))}`;
    });
    return {
      path: ['rules'],
      message: `Somebody else saved managed rules of zone ${zone} during this apply, and apply replaced them.`,
      hint: [
        ...shown,
        `The planned rules are in force. To keep some of the others, ${place}, and agree on who manages this zone.`,
      ],
    };
  },
});

/** A migration that has begun, moved to another zone. @param from the zone of the state. @param swapped what to undo first */
function zoneChanged(from: string, to: string, status: string, swapped: string) {
  return {
    path: ['zone_id'],
    message: `zone_id cannot change to ${to}: this object is the migration of zone ${from}.`,
    hint:
      `According to the state, zone ${from} is ${stateInWords(status)}. ${swapped}put each id back; to swap the addresses ` +
      'instead, move the objects with terraform state mv. To migrate another zone, declare it in another block: its plan ' +
      `then shows what begins there, and what cannot be undone. ${WAYS_OUT} Nothing was changed.`,
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

/** Of an object of the state. terraform destroy plans the configuration first, so this is also what it answers. */
export function acknowledgementMissingInState(zoneId: string, status: string, state: string): Problem {
  const problem = acknowledgementMissing(zoneId, status);
  const destroy =
    state === 'start'
      ? 'remove its block and apply: terraform destroy plans the configuration first.'
      : `that is refused as well: the migration has begun, and the service offers no way back. ${WAYS_OUT}`;
  return { ...problem, hint: `${problem.hint}\n\nIf you want to destroy the migration, ${destroy}` };
}

export function zoneIdMalformed(id: string): Explanation {
  return importIdMalformed(
    id,
    'a zone id',
    'Import a migration by the id of its zone, such as "023e105f4ecef8ad9ca31a8372d0c353": 32 hexadecimal digits, and ' +
      'nothing else.',
  );
}

/** One problem for each kind of obstacle (docs/internals/service.md 7.2, 2.3). */
export function incompatible(
  zone: string,
  status: Status,
  obstacles: readonly Obstacle[],
  because: string | null,
): readonly Problem[] {
  const now = `${statusSentence(zone, status)} Nothing was changed.`;
  const problems = OBSTACLES.flatMap(([kind, say]) => {
    const found = obstacles.filter((one) => one.kind === kind).map(({ description }) => description);
    return found.length > 0 ? [say(zone, found, now)] : [];
  });
  return problems.length > 0 ? problems : [PROBLEM.zone_incompatible(zone, because, now)];
}

const OBSTACLES = [
  ['uri_override', PROBLEM.uri_overrides_in_the_way],
  ['too_many_firewall_rules', PROBLEM.too_many_firewall_rules],
  ['expression_too_long', PROBLEM.expression_too_long],
] as const;

/** What a reviewer of a plan must know, in words; the plan's attributes say it too. @param zone as `zoneInMessages` returns it */
export function announcements(
  zone: string,
  {
    transition,
    made,
    listRules,
    losses,
    ...finishing
  }: Omit<Finishing, 'listedBy'> & {
    readonly transition: Transition;
    readonly made: boolean;
    /** Notes that a warning lists the rules, unless that of the returned zone does already. */
    readonly listRules: (digest: string, zone: string) => string | undefined;
    readonly losses: Losses | undefined;
  },
): readonly Problem[] {
  const { status, reached, trigger, base, digest } = transition;
  const { deletions, deletesOnly, notGenerated, skippedBecause } = base;
  const { known, unknownBecause } = losses ?? { known: [], unknownBecause: null };
  // Nothing that this resource did not create is taken over or overwritten without a warning.
  const takes = made && !deletesOnly && skippedBecause.length === 0;
  const isUnderWay = status.state === 'validation' || status.state === 'finished';
  const replaced = takes ? replacedRules(transition) : [];
  return [
    ...(trigger === 'pending'
      ? [
          PROBLEM.migration_irreversible(zone, transition, {
            ...finishing,
            listedBy: listRules(digest, zone),
          }),
        ]
      : []),
    ...(trigger === 'validation' && status.state === 'start'
      ? [PROBLEM.migration_begins(zone, transition)]
      : []),
    ...(transition.saves ? transition.unlisted : []),
    ...(unknownBecause === null ? [] : [PROBLEM.migration_losses_unknown(zone, unknownBecause)]),
    ...(known.length > 0 ? [PROBLEM.migration_losses(zone, known)] : []),
    ...(deletions.length > 0 ? [PROBLEM.migration_deletes_overrides(zone, base)] : []),
    ...skippedBecause.map((reason) => PROBLEM.migration_skipped(zone, reason)),
    ...(takes && isUnderWay ? [PROBLEM.migration_taken_over(zone, transition)] : []),
    ...(replaced.length > 0 ? [PROBLEM.managed_rules_replaced(zone, replaced)] : []),
    ...(status.state === 'finishing' ? [PROBLEM.migration_finishing(zone, reached === 'finished')] : []),
    ...(!deletesOnly && notGenerated !== null ? [PROBLEM.configuration_missing(zone, notGenerated)] : []),
  ];
}
