import { migratingZone, PHASE, zoneIdOf } from '../migrating-zones';
import { MANAGED, SUCCESSOR } from '../equivalent-rules';
import { rulesIn, type Adapter, type Control, type Rule } from './scene';

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

const CHANGED =
  'Changed outside since the last apply: the managed rules of zone shop.example (ZONE), which validates its migration.';

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
  record: 'migration',
  never: {
    'generated rules have no mark of a migration': [
      'changed, after somebody took it over since the plan',
      'changed, while somebody takes it over',
    ],
    'a migration saves the rules that its plan shows, and keeps nothing beside them': [
      'changed, after somebody set what cannot be declared since the plan',
      'changed, while somebody sets what cannot be declared',
    ],
    'rules of others are in no declared attribute': [
      'changed but for what is ignored, after somebody edited that since the plan',
      'edited by others, which is ignored',
    ],
    'a migration that has begun is not destroyed, whatever happens meanwhile': [
      'destroyed, and the answer is lost',
      'destroyed, and the service fails',
      'destroyed, while somebody edits it',
      'destroyed, after somebody edited it since the plan',
      'destroyed, after somebody took it over since the plan',
      'destroyed, after somebody set what cannot be declared since the plan',
      'destroyed, while somebody takes it over',
      'edited by others, and then destroyed',
      'taken over by others, and then destroyed',
      'destroyed, after somebody deleted it since the plan',
      'destroyed beside something of others',
      'destroyed, after somebody added something since the plan',
      'destroyed, after others moved theirs since the plan',
      'destroyed, after others took theirs away since the plan',
      'destroyed, while somebody adds something',
    ],
    'a migration cannot be replaced': ['replaced, the new one first, and then destroyed'],
    'a migration is neither replaced nor moved, whatever happens meanwhile': [
      'replaced, after somebody added something since the plan',
      'replaced, after somebody edited it since the plan',
      'replaced, after somebody took it over since the plan',
      'replaced, while somebody edits it',
      'replaced, while somebody adds something',
      'tainted with what cannot be declared',
      'tainted, and then taken over by others',
      'moved to another zone with what cannot be declared',
      'moved to another zone, after somebody edited it since the plan',
    ],
  },
  readFirst: { 'destroyed without a look at it, after somebody deleted it': [CHANGED] },
  // Its plan asks the service in any case.
  unnoticed: {},
};
