import { migratingZone, PHASE, zoneIdOf } from '../migrating-zones';
import { MANAGED, SUCCESSOR } from '../equivalent-rules';
import { cell, never, rulesIn, type Adapter, type Control, type Rule, unread } from './scene';

const ZONES = [
  { ...migratingZone('shop'), id: zoneIdOf('shop') },
  { ...migratingZone('blog'), id: zoneIdOf('blog') },
] as const;
const [{ id: ZONE }] = ZONES;

const THEIRS: Rule = {
  action: 'skip',
  expression: 'http.host eq "theirs.example"',
  action_parameters: { ruleset: 'current' },
};

const isTheirs = ({ expression }: Rule): boolean => expression === THEIRS['expression'];

const rules = (control: Control, zoneId: string): readonly Rule[] => rulesIn(control, zoneId, PHASE);

const edit =
  (change: (rules: readonly Rule[]) => readonly Rule[]) =>
  (control: Control): void =>
    void control.saveRuleset(ZONE, PHASE, { rules: change(rules(control, ZONE)) });

const begun = (control: Control, state: 'validation' | 'finished'): void =>
  void control.editZone(ZONE, (draft) => {
    const seeded = migratingZone('shop', { state });
    draft.migration = { state } as typeof draft.migration;
    draft.rulesets = seeded.rulesets as never;
  });

const KEPT = never('a migration that has begun is not destroyed, whatever happens meanwhile');

const WHOLE = never('a migration saves the rules that its plan shows, and keeps nothing beside them');
const UNDECLARED = never('rules of others are in no declared attribute');
const UNMARKED = never('generated rules have no mark of a migration');
const IN_PLACE = never('a migration is neither replaced nor moved, whatever happens meanwhile');

/** What several cells say. */
const BEGINS = 'This plan begins the migration of zone shop.example (ZONE). The service offers no way back.';
const FINISHES =
  'IRREVERSIBLE: this plan finishes the migration of zone shop.example (ZONE). It cannot be undone.';
const LOSES = 'The migration of zone shop.example (ZONE) will lose 3 settings.';
const STAYS =
  'The migration of zone shop.example (ZONE) cannot be destroyed: it is in validation, and the service offers no way back.';
const TAKES_OVER =
  'The migration of zone shop.example (ZONE) is already in validation: apply takes it over as it is.';
const NOT_BACK = 'The migration of zone shop.example (ZONE) cannot go back to validation.';
const NOT_AGAIN =
  'The migration of zone shop.example (ZONE) is already in the state (validation) and cannot be re-created.';
const CHANGED =
  'Changed outside since the last apply: the managed rules of zone shop.example (ZONE), which validates its migration.';
const OTHER_RULES =
  'The migration of zone shop.example (ZONE) no longer matches the plan: the zone has other rules than at the refresh.';

const REPLACED =
  'Somebody else saved managed rules of zone shop.example (ZONE) during this apply, and apply replaced them.';

export const migration: Adapter = {
  type: 'zone_managed_rules_migration',
  zones: ZONES,
  first: { target_state: 'validation' },
  second: { target_state: 'finished', acknowledge_irreversible: ZONE },
  held: (control, zoneId) => {
    const state = control.zones().find(({ id }) => id === zoneId)?.migration;
    const at = rules(control, zoneId).findIndex(isTheirs);
    return state === undefined || (state === 'start' && zoneId !== ZONE)
      ? ''
      : [state, ...(at < 0 ? [] : [`theirs at ${at}`])].join(' + ');
  },
  importId: (_control, zoneId) => zoneId,
  others: {
    makeTheSame: (control) => begun(control, 'validation'),
    makeAnother: (control) => begun(control, 'finished'),
    edit: edit((all) => [THEIRS, ...all]),
    editTheSame: edit((all) =>
      all.map((one) =>
        (one['action_parameters'] as { readonly id?: string }).id === MANAGED
          ? {
              ...one,
              action_parameters: {
                id: MANAGED,
                overrides: { rules: [{ id: SUCCESSOR['100043'], action: 'log' }] },
              },
            }
          : one,
      ),
    ),
    reorder: edit((all) => [...all].reverse()),
    makeSecond: (control) => begun(control, 'finished'),
    takeOver: edit((all) => all.map((one, index) => ({ ...one, ref: `theirs-${index}` }))),
    extend: edit(([first, ...others]) => [{ ...first, x_later: 1 }, ...others]),
    add: edit((all) => [...all, THEIRS]),
    move: edit((all) => [THEIRS, ...all.filter((one) => !isTheirs(one))]),
    takeAway: edit((all) => all.filter((one) => !isTheirs(one))),
    remove: edit(() => []),
  },
  operations: {
    create: 'rulesets.entrypoint.update',
    update: 'rulesets.entrypoint.update',
    destroy: 'rulesets.entrypoint.update',
  },
  ignored: 'adjustments',
  cells: {
    created: cell('apply 0 (entrypoint.update) → validation · plan -refresh-only 0 · plan 0', LOSES, BEGINS),
    'created, and the answer is lost': cell(
      'apply 0 (entrypoint.update, answer lost) → validation · plan 0',
      LOSES,
      BEGINS,
    ),
    'created, and the service fails': cell(
      'apply 1 (entrypoint.update) (entrypoint.update) (entrypoint.update) · apply 0 (entrypoint.update) → validation · plan 0',
      'PUT /zones/ZONE/rulesets/phases/http_request_firewall_managed/entrypoint (zone shop.example): the service answered with status 500: 10001 Internal error.',
      LOSES,
      BEGINS,
    ),
    'created beside an equal one of others, and the answer is lost': cell(
      'others makeTheSame → validation · apply 0 · apply 1 · plan 1',
      STAYS,
      TAKES_OVER,
    ),
    'created, while somebody makes the same, and the answer is lost': cell(
      'others makeTheSame → validation · apply 0 (entrypoint.update, answer lost) · apply 1 · plan 1',
      STAYS,
      LOSES,
      BEGINS,
    ),
    'created, while somebody makes another': cell(
      'others makeAnother → finished · apply 1 (entrypoint.update) · plan 1',
      NOT_BACK,
      LOSES,
      'The service refuses to begin validation: the migration of this zone is finished and cannot be repeated or undone; use the ruleset API without waf_migration (status 400, code 30105).',
      BEGINS,
    ),
    'created, after somebody made another since the plan': cell(
      'plan 2 · others makeAnother → finished · apply saved 1 · plan 1',
      NOT_BACK,
      LOSES,
      BEGINS,
    ),
    'created, after somebody added something since the plan': cell(
      'plan 2 · others add → start + theirs at 0 · apply saved 1 · apply 0 (entrypoint.update) → validation · plan 0',
      'Provider produced inconsistent final plan',
      LOSES,
      BEGINS,
      'Zone shop.example (ZONE) already has 1 rule of the new managed rules, and apply replaces it.',
    ),
    'declared where the same is': cell('others makeTheSame → validation · apply 0 · plan 0', TAKES_OVER),
    'declared where another is': cell('others makeAnother → finished · apply 1 · plan 1', NOT_BACK),
    imported: cell('others makeTheSame → validation · apply 0 · plan -refresh-only 0 · plan 0'),
    'imported with another declaration': cell(
      'others makeTheSame → validation · apply 0 (entrypoint.update) → finished · plan 0',
      FINISHES,
      LOSES,
    ),
    'imported, after somebody edited it since the plan': cell(
      'others makeTheSame → validation · plan 2 · others edit → validation + theirs at 0 · apply saved 1 · plan 2',
      CHANGED,
      FINISHES,
      OTHER_RULES,
      LOSES,
    ),
    'imported with another declaration, and then destroyed': cell(
      'others makeTheSame → validation · apply 0 (entrypoint.update) → finished · apply 1 · plan 1',
      FINISHES,
      'The migration of zone shop.example (ZONE) cannot be destroyed: it is finished, and the service offers no way back.',
      LOSES,
    ),
    'imported, and then replaced': cell(
      'others makeTheSame → validation · apply 0 · apply -replace 1 · plan 0',
      NOT_AGAIN,
    ),
    'imported, and then tainted': cell(
      'others makeTheSame → validation · apply 0 · taint 0 · apply 1 · plan 1',
      NOT_AGAIN,
    ),
    'imported, and then moved to another zone': cell(
      'others makeTheSame → validation · apply 0 · apply 1 · plan 1',
      'zone_id cannot change to ID: this object is the migration of zone shop.example (ZONE).',
    ),
    'imported at two addresses': cell(
      'others makeTheSame → validation · apply 1 · plan 1',
      'Two resources of this configuration declare the migration of zone shop.example (ZONE).',
    ),
    changed: cell('apply 0 (entrypoint.update) → finished · plan 0', FINISHES, LOSES),
    'changed, and the answer is lost': cell(
      'apply 0 (entrypoint.update, answer lost) → finished · plan 0',
      FINISHES,
      LOSES,
    ),
    'changed, and the service fails': cell(
      'apply 1 (entrypoint.update) (entrypoint.update) (entrypoint.update) · apply 0 (entrypoint.update) → finished · plan 0',
      FINISHES,
      'PUT /zones/ZONE/rulesets/phases/http_request_firewall_managed/entrypoint (zone shop.example): the service answered with status 500: 10001 Internal error.',
      LOSES,
    ),
    'changed, while somebody adds something': cell(
      'others add → validation + theirs at 6 · apply 0 (entrypoint.update) → finished · plan 0',
      FINISHES,
      REPLACED,
      LOSES,
    ),
    'changed, while somebody edits it': cell(
      'others edit → validation + theirs at 0 · apply 0 (entrypoint.update) → finished · plan 0',
      FINISHES,
      REPLACED,
      LOSES,
    ),
    'changed, after somebody edited it since the plan': cell(
      'plan 2 · others edit → validation + theirs at 0 · apply saved 1 · apply 0 (entrypoint.update) → finished · plan 0',
      CHANGED,
      FINISHES,
      OTHER_RULES,
      LOSES,
    ),
    'changed, after somebody edited the same since the plan': cell(
      'plan 2 · others editTheSame · apply saved 1 · apply 0 (entrypoint.update) → finished · plan 0',
      CHANGED,
      FINISHES,
      OTHER_RULES,
      LOSES,
    ),
    'changed, after somebody changed it in the same way since the plan': cell(
      'plan 2 · others makeSecond → finished · apply saved 1 · plan 2',
      FINISHES,
      'The migration of zone shop.example (ZONE) no longer matches the plan: the zone is finished, and was in validation at the refresh.',
      LOSES,
    ),
    'changed, after somebody deleted it since the plan': cell(
      'plan 2 · others remove · apply saved 1 · apply 0 (entrypoint.update) → finished · plan 0',
      CHANGED,
      FINISHES,
      OTHER_RULES,
      LOSES,
    ),
    'changed, while somebody changes it in the same way': cell(
      'others makeSecond → finished · apply 1 (entrypoint.update) · plan 2',
      FINISHES,
      LOSES,
      'The service refuses to finish the migration: the migration of this zone is finished and cannot be repeated or undone; use the ruleset API without waf_migration (status 400, code 30105).',
    ),
    'changed, after somebody took it over since the plan': UNMARKED,
    'changed, after somebody set what cannot be declared since the plan': WHOLE,
    'changed, while somebody sets what cannot be declared': WHOLE,
    'changed, while somebody deletes it': cell(
      'others remove · apply 0 (entrypoint.update) → finished · apply 0 · plan 0',
      FINISHES,
      REPLACED,
      LOSES,
    ),
    'changed but for what is ignored, after somebody edited that since the plan': UNDECLARED,
    'changed, while somebody takes it over': UNMARKED,
    'changed beside something of others': cell(
      'others add → validation + theirs at 6 · apply 0 (entrypoint.update) → finished · plan 0',
      CHANGED,
      FINISHES,
      LOSES,
    ),
    'changed, after somebody added something since the plan': cell(
      'plan 2 · others add → validation + theirs at 6 · apply saved 1 · plan 2',
      CHANGED,
      FINISHES,
      OTHER_RULES,
      LOSES,
    ),
    'changed, after others moved theirs since the plan': cell(
      'others add → validation + theirs at 6 · plan 2 · others move → validation + theirs at 0 · apply saved 1 · plan 2',
      CHANGED,
      FINISHES,
      OTHER_RULES,
      LOSES,
    ),
    'edited by others': cell(
      'others edit → validation + theirs at 0 · plan -refresh-only 2 · apply 0 (entrypoint.update) → validation · plan 0',
      CHANGED,
    ),
    'edited by others, and refreshed alone': cell(
      'others edit → validation + theirs at 0 · apply -refresh-only 0 · plan 2',
      CHANGED,
    ),
    'edited by others where the plan changes it, too': cell(
      'others editTheSame · apply 0 (entrypoint.update) → finished · plan 0',
      CHANGED,
      FINISHES,
      LOSES,
    ),
    'edited by others to what is declared then, as by a run that was killed': cell(
      'others makeSecond → finished · apply 0 · plan 0',
    ),
    'edited by others, which is ignored': UNDECLARED,
    'brought into another order by others': cell(
      'others reorder · apply 0 (entrypoint.update) · plan 0',
      CHANGED,
    ),
    'beside something that others add': cell(
      'others add → validation + theirs at 6 · apply 0 (entrypoint.update) → validation · plan 0',
      CHANGED,
    ),
    'deleted by others': cell(
      'others remove · plan -refresh-only 2 · apply 0 (entrypoint.update) · plan 0',
      CHANGED,
    ),
    destroyed: cell('destroy 1 · plan 1', STAYS),
    'destroyed, and the answer is lost': KEPT,
    'destroyed, and the service fails': KEPT,
    'destroyed, while somebody edits it': KEPT,
    'destroyed, after somebody edited it since the plan': KEPT,
    'destroyed, after somebody took it over since the plan': KEPT,
    'destroyed, after somebody set what cannot be declared since the plan': KEPT,
    'destroyed, while somebody takes it over': KEPT,
    'edited by others, and then destroyed': KEPT,
    'taken over by others, and then destroyed': KEPT,
    'destroyed, after somebody deleted it since the plan': KEPT,
    'destroyed without a look at it, after somebody deleted it': cell(
      'others remove · destroy -refresh 1 · plan 1',
      ...(unread(CHANGED).length === 0 ? [CHANGED] : []),
      STAYS,
    ),
    'destroyed beside something of others': KEPT,
    'destroyed, after somebody added something since the plan': KEPT,
    'destroyed, after others moved theirs since the plan': KEPT,
    'destroyed, after others took theirs away since the plan': KEPT,
    'destroyed, while somebody adds something': KEPT,
    forgotten: cell('apply 0 · plan 0'),
    'moved to another address': cell('apply 0 · plan 0'),
    'renamed without a moved block': cell('apply 1 · plan 1', STAYS),
    'declared twice': cell('apply 1 · plan 1', NOT_AGAIN),
    'copied by hand in the state': cell(
      'apply 1 · apply 1 · apply 1 · apply 1 · apply -refresh 1 · apply 1 · destroy 1 · apply 1 · plan 1',
      STAYS,
      'Two resources of this configuration declare the migration of zone shop.example (ZONE).',
    ),
    'declared in a second state, and then destroyed in the first': cell(
      'second apply 0 · apply 1 · plan 1',
      STAYS,
      TAKES_OVER,
    ),
    'imported by a second state with another declaration': cell(
      'second apply 0 (entrypoint.update) → finished · plan 1',
      FINISHES,
      NOT_BACK,
      LOSES,
    ),
    'imported by a second state, and then destroyed there': cell(
      'second apply 0 (entrypoint.update) → finished · second destroy 1 · apply 1 · plan 1',
      FINISHES,
      'The migration of zone shop.example (ZONE) cannot be destroyed: it is finished, and the service offers no way back.',
      NOT_BACK,
      LOSES,
    ),
    tainted: cell('taint 0 · apply 1 · plan 1', NOT_AGAIN),
    replaced: cell('apply -replace 1 · plan 0', NOT_AGAIN),
    'replaced, the new one first': cell('apply -replace 1 · plan 0', NOT_AGAIN),
    'replaced, the new one first, and then destroyed': never('a migration cannot be replaced'),
    'replaced, after somebody added something since the plan': IN_PLACE,
    'replaced, after somebody edited it since the plan': IN_PLACE,
    'replaced, after somebody took it over since the plan': IN_PLACE,
    'replaced, while somebody edits it': IN_PLACE,
    'replaced, while somebody adds something': IN_PLACE,
    'tainted with what cannot be declared': IN_PLACE,
    'tainted, and then taken over by others': IN_PLACE,
    'moved to another zone with what cannot be declared': IN_PLACE,
    'moved to another zone, after somebody edited it since the plan': IN_PLACE,
    'moved to another zone': cell(
      'apply 1 · plan 1',
      'zone_id cannot change to ID: this object is the migration of zone shop.example (ZONE).',
    ),
    'in a zone that is gone': cell(
      'plan -refresh-only 2 → nothing · apply 0 · plan 0',
      'Zone ZONE no longer exists: what the state has of it is dropped.',
    ),
    'destroyed without a look at it in a zone that is gone': cell('destroy -refresh 0 → nothing · plan 0'),
    'declared for a zone that is not there': cell('apply 1 · plan 1', 'Zone ID does not exist.'),
  },
  // Its plan asks the service in any case.
  unnoticed: {},
};
