import type { SeedZone } from '../../../emulator';
import { zoneIdOf } from '../migrating-zones';
import { cell, type Adapter, type Control } from './scene';

const PHASE = 'http_log_custom_fields';

const zone = (name: string): SeedZone & { readonly id: string } => ({
  id: zoneIdOf(name),
  name: `${name}.example`,
  plan: 'enterprise',
});
const ZONES = [zone('shop'), zone('blog')] as const;
const [{ id: ZONE }] = ZONES;

type Rule = Readonly<Record<string, unknown>>;

const rule = (cookies: readonly string[], more: object = {}): Rule => ({
  action: 'log_custom_field',
  expression: 'true',
  description: 'ours',
  action_parameters: { cookie_fields: cookies.map((name) => ({ name })) },
  ...more,
});

function rules(control: Control, zoneId: string): readonly Rule[] | undefined {
  const found = control.zones().find(({ id }) => id === zoneId);
  const ruleset = found?.rulesets.find(({ phase, kind }) => phase === PHASE && kind === 'zone');
  return ruleset?.rules as readonly object[] as readonly Rule[] | undefined;
}

const save =
  (change: (rules: readonly Rule[]) => readonly Rule[]) =>
  (control: Control): void =>
    void control.saveRuleset(ZONE, PHASE, { rules: change(rules(control, ZONE) ?? []) });

/** Changes ours, as somebody does in the dashboard. */
const edit = (more: Rule): ((control: Control) => void) =>
  save(([first, ...others]) => [{ ...first, ...more }, ...others]);

const cookies = (...names: readonly string[]): Rule => ({
  action_parameters: rule(names)['action_parameters'],
});

const THEIRS = rule(['their'], { enabled: false });

export const fields: Adapter = {
  type: 'zone_log_custom_fields',
  zones: ZONES,
  first: { cookies: ['a', 'b'], description: 'ours' },
  second: { cookies: ['a', 'c'], description: 'ours' },
  adopting: { on_existing: 'adopt' },
  held: (control, zoneId) =>
    (rules(control, zoneId) ?? [])
      .map(({ action_parameters, description, enabled }) => {
        const { cookie_fields: names } = action_parameters as {
          readonly cookie_fields: readonly { readonly name: string }[];
        };
        return [
          names.map(({ name }) => name).join(''),
          ...(description === 'ours' ? [] : [description]),
          ...(enabled === false ? ['off'] : []),
        ].join(' ');
      })
      .join(' + '),
  importId: (_control, zoneId) => zoneId,
  others: {
    makeTheSame: save(() => [rule(['b', 'a'])]),
    makeAnother: save(() => [rule(['x'])]),
    makeSecond: edit(cookies('a', 'c')),
    edit: edit({ description: 'edited' }),
    editTheSame: edit(cookies('a', 'y')),
    reorder: edit(cookies('b', 'a')),
    takeOver: save(() => [rule(['a', 'b'])]),
    add: save((all) => [...all, THEIRS]),
    move: save((all) => [...all].reverse()),
    takeAway: save((all) => all.slice(0, 1)),
    remove: save(() => []),
  },
  operations: {
    create: 'rulesets.create',
    update: 'rulesets.rules.update',
    adopt: 'rulesets.update',
    destroy: 'rulesets.rules.delete',
  },
  ignored: 'description',
  cells: {
    created: cell('apply 0 (create) → ab · plan -refresh-only 0 · plan 0'),
    'created, and the answer is lost': cell('apply 0 (create, answer lost) → ab · plan 0'),
    'created, and the service fails': cell(
      'apply 1 (create) · apply 0 (create) → ab · plan 0',
      'POST /zones/ZONE/rulesets: the service answered with status 500: 10001 Internal error.',
    ),
    'created beside an equal one of others, and the answer is lost': cell(
      'others makeTheSame → ba · apply 0 (update) · apply 0 (rules.delete) → nothing · plan 0',
      'This plan deletes the custom log fields of zone shop.example (ZONE), which this resource took over from somebody else.',
      'Zone shop.example (ZONE) already has exactly these custom log fields: cookies a, b; description "ours".',
    ),
    'created, while somebody makes the same, and the answer is lost': cell(
      'others makeTheSame → ba · apply 0 (create, answer lost) (update) · apply 0 (rules.delete) → nothing · plan 0',
    ),
    'created, while somebody makes another': cell(
      'others makeAnother → x · apply 1 (create) · plan 1',
      'Zone shop.example (ZONE) already has custom log fields: cookies x; description "ours".',
    ),
    'created, after somebody made another since the plan': cell(
      'plan 2 · others makeAnother → x · apply saved 1 · plan 1',
      'Zone shop.example (ZONE) already has custom log fields: cookies x; description "ours".',
    ),
    'declared where the same is': cell(
      'others makeTheSame → ba · apply 0 (update) · plan 0',
      'Zone shop.example (ZONE) already has exactly these custom log fields: cookies a, b; description "ours".',
    ),
    'declared where another is': cell(
      'others makeAnother → x · apply 1 · plan 1',
      'Zone shop.example (ZONE) already has custom log fields: cookies x; description "ours".',
    ),
    'declared where another is, which it adopts': cell(
      'others makeAnother → x · apply 0 (update) → ab · plan 0',
      'Apply takes over the custom log fields that zone shop.example (ZONE) already has.',
    ),
    'adopts what somebody changes after the plan': cell(
      'others makeAnother → x · plan 2 · others add → x + their off · apply saved 0 (update) → ab + their off · plan 0',
      'Apply takes over the custom log fields that zone shop.example (ZONE) already has.',
    ),
    'adopts, while somebody edits it': cell(
      'others makeAnother → x · others edit → x edited · apply 0 (update) → ab · plan 0',
      'Apply takes over the custom log fields that zone shop.example (ZONE) already has.',
      'Somebody else changed the custom log fields of zone shop.example (ZONE) during this apply, and apply overwrote that change.',
    ),
    imported: cell('others makeTheSame → ba · apply 0 · plan -refresh-only 0 · plan 0'),
    'imported with another declaration': cell('others makeTheSame → ba · apply 0 (update) → ac · plan 0'),
    'imported, and then destroyed': cell(
      'others makeTheSame → ba · apply 0 · apply 0 (rules.delete) → nothing · plan 0',
      'This plan deletes the custom log fields of zone shop.example (ZONE), which this resource took over from somebody else.',
    ),
    'imported at two addresses': cell(
      'others makeTheSame → ba · apply 0 · plan 0',
      'Two resources of this configuration declare the custom log fields of zone shop.example (ZONE).',
    ),
    changed: cell('apply 0 (rules.update) → ac · plan 0'),
    'changed, and the answer is lost': cell(
      'apply 0 (rules.update) (rules.update, answer lost) → ac · plan 0',
    ),
    'changed, and the service fails': cell(
      'apply 1 (rules.update) · apply 0 (rules.update) → ac · plan 0',
      'PATCH /zones/ZONE/rulesets/ID/rules/ID: the service answered with status 500: 10001 Internal error.',
    ),
    'changed, while somebody adds something': cell(
      'others add → ab + their off · apply 0 (rules.update) → ac + their off · plan 0',
    ),
    'changed, while somebody edits it': cell(
      'others edit → ab edited · apply 0 (rules.update) → ac · plan 0',
      'Somebody else changed the custom log fields of zone shop.example (ZONE) during this apply, and apply overwrote that change.',
    ),
    'changed, after somebody edited it since the plan': cell(
      'plan 2 · others edit → ab edited · apply saved 1 · apply 0 (rules.update) → ac · plan 0',
      'Changed outside since the last apply: the custom log fields of zone shop.example (ZONE): description.',
      'The custom log fields of zone shop.example (ZONE) changed since this plan was made: cookies a, b; description "edited".',
    ),
    'changed, after somebody edited the same since the plan': cell(
      'plan 2 · others editTheSame → ay · apply saved 1 · apply 0 (rules.update) → ac · plan 0',
      'Changed outside since the last apply: the custom log fields of zone shop.example (ZONE): cookies.',
      'The custom log fields of zone shop.example (ZONE) changed since this plan was made: cookies a, y; description "ours".',
    ),
    'changed, after somebody changed it in the same way since the plan': cell(
      'plan 2 · others makeSecond → ac · apply saved 0 · plan 0',
    ),
    'changed, after somebody deleted it since the plan': cell(
      'plan 2 · others remove → nothing · apply saved 1 · apply 0 (update) → ac · plan 0',
      'Deleted outside since the last apply: the custom log fields of zone shop.example (ZONE).',
      'The custom log fields of zone shop.example (ZONE) changed since this plan was made: there are none now.',
    ),
    'changed, while somebody changes it in the same way': cell(
      'others makeSecond → ac · apply 0 (rules.update) · plan 0',
    ),
    'changed, while somebody takes it over': cell(
      'others takeOver · apply 1 (rules.update) · plan 2',
      'The custom log fields of zone shop.example (ZONE) changed since this plan was made: cookies a, b; description "ours".',
    ),
    'changed beside something of others': cell(
      'others add → ab + their off · apply 0 (rules.update) → ac + their off · plan 0',
    ),
    'edited by others': cell(
      'others edit → ab edited · plan -refresh-only 2 · apply 0 (rules.update) → ab · plan 0',
      'Changed outside since the last apply: the custom log fields of zone shop.example (ZONE): description.',
    ),
    'edited by others, and refreshed alone': cell(
      'others edit → ab edited · apply -refresh-only 0 · plan 2',
      'Changed outside since the last apply: the custom log fields of zone shop.example (ZONE): description.',
    ),
    'edited by others where the plan changes it, too': cell(
      'others editTheSame → ay · apply 0 (rules.update) → ac · plan 0',
      'Changed outside since the last apply: the custom log fields of zone shop.example (ZONE): cookies.',
    ),
    'edited by others, which is ignored': cell(
      'others edit → ab edited · plan 0 · apply 0 (rules.update) → ac edited · plan 0',
      'Changed outside since the last apply: the custom log fields of zone shop.example (ZONE): description.',
    ),
    'brought into another order by others': cell('others reorder → ba · apply 0 · plan 0'),
    'beside something that others add': cell('others add → ab + their off · apply 0 · plan 0'),
    'deleted by others': cell(
      'others remove → nothing · plan -refresh-only 2 · apply 0 (update) → ab · plan 0',
      'Deleted outside since the last apply: the custom log fields of zone shop.example (ZONE).',
    ),
    destroyed: cell('destroy 0 (rules.delete) → nothing · plan 0'),
    'destroyed, and the answer is lost': cell(
      'destroy 0 (rules.delete) (rules.delete, answer lost) → nothing · plan 0',
    ),
    'destroyed, and the service fails': cell(
      'apply 1 (rules.delete) · apply 0 (rules.delete) → nothing · plan 0',
      'DELETE /zones/ZONE/rulesets/ID/rules/ID: the service answered with status 500: 10001 Internal error.',
    ),
    'destroyed, while somebody edits it': cell(
      'others edit → ab edited · apply 0 (rules.delete) → nothing · plan 0',
      'Somebody else changed the custom log fields of zone shop.example (ZONE) during this apply, and apply overwrote that change.',
    ),
    'destroyed, after somebody edited it since the plan': cell(
      'plan 2 · others edit → ab edited · apply saved 1 · plan 2',
      'Changed outside since the last apply: the custom log fields of zone shop.example (ZONE): description.',
      'Somebody else changed the custom log fields of zone shop.example (ZONE) since the last apply, and this plan deletes them as they are now.',
      'The custom log fields of zone shop.example (ZONE) changed since this plan was made: cookies a, b; description "edited".',
    ),
    'destroyed, while somebody takes it over': cell(
      'others takeOver · apply 0 (rules.delete) · plan 0',
      'Zone shop.example (ZONE) still has custom log fields: cookies a, b; description "ours".',
    ),
    'edited by others, and then destroyed': cell(
      'others edit → ab edited · apply 0 (rules.delete) → nothing · plan 0',
      'Changed outside since the last apply: the custom log fields of zone shop.example (ZONE): description.',
      'Somebody else changed the custom log fields of zone shop.example (ZONE) since the last apply, and this plan deletes them as they are now.',
    ),
    'taken over by others, and then destroyed': cell(
      'others takeOver · apply 0 · plan 0',
      'The custom log fields of zone shop.example (ZONE) stay: this resource did not write their rule.',
    ),
    'destroyed, after somebody deleted it since the plan': cell(
      'plan 2 · others remove → nothing · apply saved 0 · plan 0',
    ),
    'destroyed without a look at it, after somebody deleted it': cell(
      'others remove → nothing · destroy -refresh 0 · plan 0',
    ),
    'destroyed beside something of others': cell(
      'others add → ab + their off · apply 0 (rules.delete) → their off · plan 0',
      'Zone shop.example (ZONE) still has custom log fields: cookies their; description "ours"; disabled.',
    ),
    'destroyed, after somebody added something since the plan': cell(
      'plan 2 · others add → ab + their off · apply saved 1 · plan 2',
      'The custom log fields of zone shop.example (ZONE) changed since this plan was made: cookies a, b; description "ours".',
    ),
    'destroyed, after others moved theirs since the plan': cell(
      'others add → ab + their off · plan 2 · others move → their off + ab · apply saved 1 · plan 2',
      'The custom log fields of zone shop.example (ZONE) changed since this plan was made: cookies a, b; description "ours".',
    ),
    'destroyed, after others took theirs away since the plan': cell(
      'others add → ab + their off · plan 2 · others takeAway → ab · apply saved 1 · plan 2',
      'The custom log fields of zone shop.example (ZONE) changed since this plan was made: cookies a, b; description "ours".',
    ),
    'destroyed, while somebody adds something': cell(
      'others add → ab + their off · apply 0 (rules.delete) → their off · plan 0',
      'Zone shop.example (ZONE) still has custom log fields: cookies their; description "ours"; disabled.',
    ),
    forgotten: cell('apply 0 · plan 0'),
    'moved to another address': cell('apply 0 · plan 0'),
    'renamed without a moved block': cell('apply 0 · plan 0'),
    'declared twice': cell(
      'apply 1 · plan 1',
      'Two resources of this configuration declare the custom log fields of zone shop.example (ZONE).',
      'Zone shop.example (ZONE) already has exactly these custom log fields: cookies a, b; description "ours".',
    ),
    'declared in a second state, and then destroyed in the first': cell(
      'second apply 0 (update) · apply 0 · plan 0',
      'The custom log fields of zone shop.example (ZONE) stay: this resource did not write their rule.',
      'Zone shop.example (ZONE) already has exactly these custom log fields: cookies a, b; description "ours".',
    ),
    'declared otherwise in a second state': cell(
      'second apply 0 (update) → ac · plan 2',
      'Another Zonewright resource last wrote the custom log fields of zone shop.example (ZONE), and apply overwrites them.',
      'Apply takes over the custom log fields that zone shop.example (ZONE) already has.',
      'Changed outside since the last apply: the custom log fields of zone shop.example (ZONE): cookies.',
    ),
    'declared in a second state, and then destroyed there': cell(
      'second apply 0 (update) → ac · second destroy 0 (rules.delete) → nothing · apply 0 (update) → ab · plan 0',
      'Apply takes over the custom log fields that zone shop.example (ZONE) already has.',
      'Deleted outside since the last apply: the custom log fields of zone shop.example (ZONE).',
      'This plan deletes the custom log fields of zone shop.example (ZONE), which this resource took over from somebody else.',
    ),
    tainted: cell(
      'taint 0 · apply 0 (rules.delete) (update) · plan 0',
      'Zone shop.example (ZONE) already has exactly these custom log fields: cookies a, b; description "ours".',
    ),
    replaced: cell('apply -replace 0 (rules.delete) (update) · plan 0'),
    'replaced, the new one first': cell(
      'apply -replace 0 (update) · plan 0',
      'Zone shop.example (ZONE) already has exactly these custom log fields: cookies a, b; description "ours".',
    ),
    'replaced, after somebody added something since the plan': cell(
      'plan -replace 2 · others add → ab + their off · apply saved 1 · plan 0',
      'The custom log fields of zone shop.example (ZONE) changed since this plan was made: cookies a, b; description "ours".',
    ),
    'moved to another zone': cell('apply 0 (create) (rules.delete) → nothing, elsewhere ab · plan 0'),
    'in a zone that is gone': cell(
      'plan -refresh-only 2 → nothing · apply 0 · plan 0',
      'Zone ZONE no longer exists: what the state has of it is dropped.',
    ),
    'destroyed without a look at it in a zone that is gone': cell('destroy -refresh 0 → nothing · plan 0'),
    'declared for a zone that is not there': cell('apply 1 · plan 1', 'Zone ID does not exist.'),
  },
};
