import type { Problem } from '../../../schema';
import type { UriOverride } from '../../api';
import type { Losses } from './previous-waf';
import { overrideInWords } from './previous-waf';
import { ruleInWords } from './rules';
import { statusSentence, stateInWords } from './status';
import { replacedRules, type OverwrittenVersion } from './changes';
import { listed } from '../messages';
import type { Transition } from './transition';

/** What a reviewer of a plan has to know, in words: the attributes of the plan tell it too. @param zone as `zoneInWords` has it */
export function announcements(
  zone: string,
  {
    transition,
    made,
    losses,
  }: { readonly transition: Transition; readonly made: boolean; readonly losses: Losses | undefined },
): readonly Problem[] {
  const { status, reached, trigger, base } = transition;
  const { deletions, deletesOnly, notGenerated: because } = base;
  return [
    ...(trigger === 'pending' ? [irreversible(zone, transition)] : []),
    ...(trigger === 'validation' && status.state === 'start' ? [noWayBack(zone, transition)] : []),
    ...(losses === undefined ? [] : lossWarnings(zone, losses)),
    ...(deletions.length > 0 ? [overridesGo(zone, deletions, deletesOnly, because)] : []),
    ...(made && !deletesOnly ? alreadyThere(zone, transition) : []),
    ...(status.state === 'finishing' && reached === 'finished' ? [alreadyFinishing(zone)] : []),
    ...(!deletesOnly && because !== null ? [notGenerated(zone, because)] : []),
  ];
}

/** The change of a plan that no later one can take back. */
function irreversible(zone: string, { shown, digest, status }: Transition): Problem {
  return warning(
    'migration_irreversible',
    `IRREVERSIBLE: this plan finishes the migration of zone ${zone}. It cannot be undone.`,
    `${statusSentence(zone, status)} Apply saves these rules (${digest}):\n${listed(shown.map(ruleInWords))}\nThe service then disables the previous ` +
      'managed rules for good, and their API stops working; apply waits for that, minutes or up to an hour. If the previous settings change before apply, nothing is ' +
      'saved: apply then ends with an error (without approved_digest that is the engine\'s "inconsistent final plan"), and ' +
      'a new plan is needed.',
    ['target_state'],
  );
}

function noWayBack(zone: string, { shown, digest }: Transition): Problem {
  return warning(
    'migration_begins',
    `This plan begins the migration of zone ${zone}. The service offers no way back to its start.`,
    `Apply saves the ${shown.length} planned rules (${digest}), and both versions run from then on, the new one first. Rules and ` +
      'adjustments can still be changed; the previous version goes on protecting the zone until the migration is finished.',
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
            `Not all of what the migration of zone ${zone} will not carry over could be found out.`,
            `${unknownBecause} Overrides of groups and rules of the core rule set are never carried over, and page rules with ` +
              'WAF Off have no effect on the new managed rules.',
          ),
        ];
  if (known.length === 0) return unknown;
  return [
    ...unknown,
    warning(
      'migration_losses',
      `Not everything is carried over: ${known.length} ${known.length === 1 ? 'setting' : 'settings'} of zone ${zone} will be lost.`,
      `${listed(known.map(({ description }) => description))}\nWrite adjustments for what the new managed rules should do instead.`,
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
      ? `This plan only deletes ${count} of zone ${zone}. The migration comes with the next plan.`
      : `This plan deletes ${count} of zone ${zone} before it migrates.`,
    `${listed(deletions.map(overrideInWords))}\n` +
      (deletesOnly
        ? `The rules cannot be shown while they are there${because === null ? '' : ` (the service says: ${because})`}. Apply deletes them and goes no further; plan again, and read the rules.`
        : 'They are not carried over, and deleting them cannot be undone.'),
    ['delete_uri_overrides'],
  );
}

/** Something that this resource did not make is never taken over or overwritten unannounced. */
function alreadyThere(zone: string, transition: Transition): readonly Problem[] {
  const { status, digest } = transition;
  const replaced = replacedRules(transition);
  const [what, them] = replaced.length === 1 ? ['1 rule', 'it'] : [`${replaced.length} rules`, 'them'];
  const differs =
    replaced.length === 0
      ? []
      : [
          warning(
            'managed_rules_replaced',
            `Zone ${zone} already has ${what} of the new managed rules, and apply replaces ${them}.`,
            `${listed(replaced.map(ruleInWords))}\nThe rules of this plan take their place (${digest}).`,
            ['rules'],
          ),
        ];
  if (status.state === 'start' || status.state === 'finishing') return differs;
  return [
    warning(
      'migration_taken_over',
      `The migration of zone ${zone} is ${stateInWords(status.state)} already: it is taken over as it is.`,
      `${statusSentence(zone, status)} An import block does the same.`,
    ),
    ...differs,
  ];
}

function alreadyFinishing(zone: string): Problem {
  return warning(
    'migration_finishing',
    `The migration of zone ${zone} is finishing already: apply waits for its end.`,
    'It was started by an earlier apply or by somebody else, and cannot be stopped.',
  );
}

function notGenerated(zone: string, because: string): Problem {
  return warning(
    'configuration_missing',
    `The service generates no configuration for zone ${zone} at present, so its saved rules stay as they are.`,
    `It says: ${because}. The migration can be finished once that is mended.`,
  );
}

function warning(code: string, message: string, hint: string, path: Problem['path'] = []): Problem {
  return { code, path, message, hint };
}

export function abandoned(zone: string, state: string): Problem {
  return warning(
    'migration_abandoned',
    `The migration of zone ${zone} is ${stateInWords(state)} and stays so: it is only forgotten here.`,
    'on_destroy is "abandon". Nothing is changed at the service. An import block takes it over again.',
  );
}

/** Before an error: what was done until then, which is not undone. */
export function deletedSoFar(zone: string, deletions: readonly UriOverride[]): Problem {
  return warning(
    'migration_overrides_deleted',
    `Before this failed, ${deletions.length} URI-based ${deletions.length === 1 ? 'override' : 'overrides'} of zone ${zone} ${deletions.length === 1 ? 'was' : 'were'} deleted.`,
    `${listed(deletions.map(({ body }) => JSON.stringify(body)))}\nThey are gone. The next plan goes on from there.`,
  );
}

export function overwritten(zone: string, lost: readonly OverwrittenVersion[]): Problem {
  const shown = lost.map(({ version, rules }) => {
    if (rules === undefined) return `Version ${version} can no longer be read.`;
    return `Version ${version} had:\n${listed(rules.map((rule) => `${ruleInWords(rule)}: ${rule.action_parameters}`))}`;
  });
  return warning(
    'managed_rules_overwritten',
    `Somebody else saved the managed rules of zone ${zone} at the moment of this apply, and apply replaced them.`,
    `${shown.join('\n')}\nThe rules of the plan are in force. Write what should stay of the others as adjustments, and agree on who manages this zone.`,
    ['rules'],
  );
}
