import type { Problem } from '../../../schema';
import type { UriOverride } from '../../api';
import { type Losses, overrideInWords } from './previous-waf';
import { ruleInWords } from '../rules/rule';
import { statusSentence, stateInWords } from './status';
import { replacedRules, type OverwrittenVersion } from './changes';
import { listed } from '../messages';
import type { Transition } from './state';

/** What a reviewer of a plan must know, in words; the plan's attributes say it too. @param zone as `zoneInMessages` returns it */
export function announcements(
  zone: string,
  {
    transition,
    made,
    waits,
    approved,
    listRules,
    losses,
  }: {
    readonly transition: Transition;
    readonly made: boolean;
    readonly waits: boolean;
    /** Whether a digest is approved. */
    readonly approved: boolean;
    /** Notes that a warning lists the rules, unless that of the returned zone does already. */
    readonly listRules: (digest: string, zone: string) => string | undefined;
    readonly losses: Losses | undefined;
  },
): readonly Problem[] {
  const { status, reached, trigger, base } = transition;
  const { deletions, deletesOnly, notGenerated: because } = base;
  return [
    ...(trigger === 'pending'
      ? [irreversible(zone, transition, { waits, approved, listedBy: listRules(transition.digest, zone) })]
      : []),
    ...(trigger === 'validation' && status.state === 'start' ? [noWayBack(zone, transition)] : []),
    ...(transition.saves ? transition.unlisted : []),
    ...(losses === undefined ? [] : lossWarnings(zone, losses)),
    ...(deletions.length > 0 ? [overridesGo(zone, deletions, deletesOnly, because)] : []),
    ...base.skippedBecause.map((reason) => skipped(zone, reason)),
    ...(made && !deletesOnly && base.skippedBecause.length === 0 ? alreadyThere(zone, transition) : []),
    ...(status.state === 'finishing' ? [alreadyFinishing(zone, reached === 'finished')] : []),
    ...(!deletesOnly && because !== null ? [notGenerated(zone, because)] : []),
  ];
}

/** The one change that no later plan can undo. */
function irreversible(
  zone: string,
  { shown, status }: Transition,
  {
    waits,
    approved,
    listedBy,
  }: { readonly waits: boolean; readonly approved: boolean; readonly listedBy: string | undefined },
): Problem {
  // With a digest, the plan that the engine makes at apply refuses other rules before the engine compares.
  const engineSays = approved ? '' : ' (with the engine\'s "inconsistent final plan")';
  const awaited = waits
    ? 'Apply waits for this: minutes, or up to an hour.'
    : 'Apply does not wait for this.';
  const follows =
    listedBy === undefined
      ? `Apply saves these rules:\n${listed(shown.map(ruleInWords))}\nThe service then disables the ` +
        `previous managed rules permanently, and their API stops working. ${awaited} If the previous settings change ` +
        `before apply, it saves nothing and fails${engineSays}; then make a new plan.`
      : `Apply saves the same ${shown.length} rules as for zone ${listedBy}: that warning lists them and says ` +
        `what the service then does. ${awaited}`;
  return warning(
    'migration_irreversible',
    `IRREVERSIBLE: this plan finishes the migration of zone ${zone}. It cannot be undone.`,
    `${statusSentence(zone, status)} ${follows}`,
    ['target_state'],
  );
}

function noWayBack(zone: string, { shown }: Transition): Problem {
  return warning(
    'migration_begins',
    `This plan begins the migration of zone ${zone}. The service offers no way back.`,
    `Apply saves the ${shown.length} planned rules. From then on both versions run, the new one first. You can still ` +
      'change rules and adjustments; the previous version protects the zone until you finish the migration.',
    ['target_state'],
  );
}

function lossWarnings(zone: string, { known, unknownBecause }: Losses): readonly Problem[] {
  const unknown =
    unknownBecause === null
      ? []
      : [
          warning(
            'migration_losses_unknown',
            `The losses of the migration of zone ${zone} could not be determined completely.`,
            `${unknownBecause} Overrides of groups and rules of the core rule set are never carried over, and page rules with ` +
              'WAF Off have no effect on the new managed rules.',
          ),
        ];
  if (known.length === 0) return unknown;
  return [
    ...unknown,
    warning(
      'migration_losses',
      `The migration of zone ${zone} will lose ${known.length} ${known.length === 1 ? 'setting' : 'settings'}.`,
      `${listed(known.map(({ description }) => description))}\nAdd adjustments for what the new managed rules should do instead.`,
      ['not_carried_over'],
    ),
  ];
}

function overridesGo(
  zone: string,
  deletions: readonly UriOverride[],
  deletesOnly: boolean,
  because: string | null,
): Problem {
  const count = `${deletions.length} URI-based ${deletions.length === 1 ? 'override' : 'overrides'}`;
  return warning(
    'migration_deletes_overrides',
    deletesOnly
      ? `This plan only deletes ${count} of zone ${zone}. The next plan migrates it.`
      : `This plan deletes ${count} of zone ${zone} before it migrates.`,
    `${listed(deletions.map(overrideInWords))}\n` +
      (deletesOnly
        ? `While they exist, the plan cannot show the rules${because === null ? '' : ` (the service says: ${because})`}. Apply deletes them and stops there; plan again to review the rules.`
        : 'They are not carried over. Deleting them cannot be undone.'),
    ['delete_uri_overrides'],
  );
}

/** Nothing that this resource did not create is taken over or overwritten without a warning. */
function alreadyThere(zone: string, transition: Transition): readonly Problem[] {
  const { status } = transition;
  const replaced = replacedRules(transition);
  const [what, them] = replaced.length === 1 ? ['1 rule', 'it'] : [`${replaced.length} rules`, 'them'];
  const differs =
    replaced.length === 0
      ? []
      : [
          warning(
            'managed_rules_replaced',
            `Zone ${zone} already has ${what} of the new managed rules, and apply replaces ${them}.`,
            `${listed(replaced.map(ruleInWords))}\nThe rules of this plan take their place.`,
            ['rules'],
          ),
        ];
  if (status.state === 'start' || status.state === 'finishing') return differs;
  return [
    warning(
      'migration_taken_over',
      `The migration of zone ${zone} is already ${stateInWords(status.state)}: apply takes it over as it is.`,
      `${statusSentence(zone, status)} An import block does the same.`,
    ),
    ...differs,
  ];
}

function alreadyFinishing(zone: string, isAwaited: boolean): Problem {
  return warning(
    'migration_finishing',
    isAwaited
      ? `The migration of zone ${zone} is already finishing: apply waits for its end.`
      : `The migration of zone ${zone} is still finishing, and wait is false.`,
    `An earlier apply or somebody else started this step. It cannot be stopped.${isAwaited ? '' : ' A later run stores its end.'}`,
  );
}

/** The end of a migration that no apply waited for. */
export function hasFinished(zone: string): Problem {
  return warning(
    'migration_has_finished',
    `The migration of zone ${zone} has finished since the last run.`,
    'The previous managed rules are disabled permanently. The next apply, also one without changes, stores this in the state.',
    ['migration_state'],
  );
}

export function statusRetiredAfterEnd(zone: string): Problem {
  return warning(
    'migration_status_retired',
    `The service no longer reports the migration of zone ${zone}, which has finished: the state is kept.`,
    'There is nothing left to wait for. To manage all rules of the zone, move the object to a zone_managed_rules ' +
      '(moved block).',
    ['migration_state'],
  );
}

/** @param reason why the zone cannot migrate, and what would help */
function skipped(zone: string, { message, hint = '' }: Problem): Problem {
  return warning(
    'migration_skipped',
    `The migration of zone ${zone} is skipped (on_incompatible = "skip"): ${message}`,
    `${hint} A later plan migrates the zone when nothing is in the way.`,
    ['on_incompatible'],
  );
}

function notGenerated(zone: string, because: string): Problem {
  return warning(
    'configuration_missing',
    `The service generates no configuration for zone ${zone} now, so its saved rules stay as they are.`,
    `It says: ${because}. Fix that to be able to finish the migration.`,
  );
}

function warning(code: string, message: string, hint: string, path: Problem['path'] = []): Problem {
  return { code, path, message, hint };
}

export function abandoned(zone: string, state: string): Problem {
  return warning(
    'migration_abandoned',
    `The migration of zone ${zone} stays ${stateInWords(state)}: it is only removed from the state.`,
    'on_destroy is "abandon", so nothing changes at the service. An import block brings it back into the state.',
  );
}

/** Goes before an error: what apply had done by then, and does not undo. */
export function deletedSoFar(zone: string, deletions: readonly UriOverride[]): Problem {
  return warning(
    'migration_overrides_deleted',
    `Before this failed, ${deletions.length} URI-based ${deletions.length === 1 ? 'override' : 'overrides'} of zone ${zone} ${deletions.length === 1 ? 'was' : 'were'} deleted.`,
    `${listed(deletions.map(({ body }) => JSON.stringify(body)))}\nThey are gone. The next plan continues from there.`,
  );
}

export function overwritten(
  zone: string,
  lost: readonly OverwrittenVersion[],
  { trigger }: Pick<Transition, 'trigger'>,
): Problem {
  const place = trigger === 'pending' ? 'declare them as zone_managed_rules' : 'add them as adjustments';
  const shown = lost.map(({ version, rules }) => {
    if (rules === undefined) return `Version ${version} can no longer be read.`;
    return `Version ${version} had:\n${listed(rules.map((rule) => `${ruleInWords(rule)}: ${rule.action_parameters}`))}`;
  });
  return warning(
    'managed_rules_overwritten',
    `Somebody else saved managed rules of zone ${zone} during this apply, and apply replaced them.`,
    `${shown.join('\n')}\nThe planned rules are in force. To keep some of the others, ${place}, and agree on who manages this zone.`,
    ['rules'],
  );
}
