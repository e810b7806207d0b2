import { cell, rulesIn, zone, UNSAID, type Adapter, type Control, type Rule } from './scene';

const PHASE = 'http_log_custom_fields';

const ZONES = [zone('shop'), zone('blog')] as const;
const [{ id: ZONE }] = ZONES;

/** What is declared beside the cookies, and stays as it is: all that today's service has. */
const STAYS = {
  transformed_request_headers: ['t'],
  response_headers: ['s'],
  raw_response_headers: ['r', 'q'],
  preserve_duplicates: ['q', 's'],
};
const STAYING = {
  transformed_request_fields: [{ name: 't' }],
  response_fields: [{ name: 's', preserve_duplicates: true }],
  raw_response_fields: [{ name: 'r' }, { name: 'q', preserve_duplicates: true }],
};

const rule = (cookies: readonly string[], more: object = {}, staying: object = {}): Rule => ({
  action: 'log_custom_field',
  expression: 'true',
  description: 'ours',
  action_parameters: { ...staying, cookie_fields: cookies.map((name) => ({ name })) },
  ...more,
});

/** What somebody else makes equal to ours. */
const equal = (...cookies: readonly string[]): Rule => rule(cookies, {}, STAYING);

const rules = (control: Control, zoneId: string): readonly Rule[] => rulesIn(control, zoneId, PHASE);

const save =
  (change: (rules: readonly Rule[]) => readonly Rule[]) =>
  (control: Control): void =>
    void control.saveRuleset(ZONE, PHASE, { rules: change(rules(control, ZONE)) });

/** Changes ours, as somebody does in the dashboard. */
const edit = (more: Rule): ((control: Control) => void) =>
  save(([first, ...others]) => [{ ...first, ...more }, ...others]);

const cookies = (...names: readonly string[]): Rule => ({
  action_parameters: equal(...names)['action_parameters'],
});

const THEIRS = rule(['their'], { enabled: false });

/** What several cells say. */
const DELETED = 'Deleted outside since the last apply: the custom log fields of zone shop.example (ZONE).';
const CHANGED_SINCE = 'The custom log fields of zone shop.example (ZONE) changed since this plan was made.';
const DELETES_FOUND =
  'This plan deletes the custom log fields of zone shop.example (ZONE), which the zone had before this resource.';

export const fields: Adapter = {
  type: 'zone_log_custom_fields',
  zones: ZONES,
  first: { ...STAYS, cookies: ['a', 'b'], description: 'ours' },
  second: { ...STAYS, cookies: ['a', 'c'], description: 'ours' },
  held: (control, zoneId) =>
    rules(control, zoneId)
      .map(({ action_parameters, description, enabled, x_later: later }) => {
        const { cookie_fields: names } = action_parameters as {
          readonly cookie_fields: readonly { readonly name: string }[];
        };
        return [
          names.map(({ name }) => name).join(''),
          ...(description === 'ours' ? [] : [description]),
          ...(enabled === false ? ['off'] : []),
          ...(later ? ['more'] : []),
        ].join(' ');
      })
      .join(' + '),
  importId: (_control, zoneId) => zoneId,
  others: {
    makeTheSame: save(() => [equal('b', 'a')]),
    makeAnother: save(() => [rule(['x'])]),
    makeSecond: edit(cookies('a', 'c')),
    edit: edit({ description: 'edited' }),
    editTheSame: edit(cookies('a', 'y')),
    reorder: edit(cookies('b', 'a')),
    takeOver: save(() => [equal('a', 'b')]),
    extend: edit({ x_later: 1 }),
    add: save((all) => [...all, THEIRS]),
    move: save((all) => [...all].reverse()),
    takeAway: save((all) => all.slice(0, 1)),
    remove: (control) => void control.deleteRuleset(ZONE, PHASE),
  },
  operations: {
    create: 'rulesets.create',
    update: 'rulesets.rules.update',
    destroy: 'rulesets.rules.delete',
  },
  ignored: 'description',
  record: 'fields',
  unnoticed: {
    'imported by a second state with another declaration': cell('second apply 0 (update) → ac · plan 0'),
    'edited by others': cell('others edit → ab edited · plan -refresh-only 2 · apply 0 · plan 0'),
    'deleted by others': cell('others remove → nothing · plan -refresh-only 2 · apply 0 · plan 0', DELETED),
    'destroyed, after somebody edited it since the plan': UNSAID,
    'replaced, after somebody edited it since the plan': cell(
      'plan -replace 2 · others edit → ab edited · apply saved 1 · plan 0',
      CHANGED_SINCE,
    ),
    'edited by others, and then destroyed': UNSAID,
    'imported by a second state, and then destroyed there': cell(
      'second apply 0 (update) → ac · second destroy 0 (rules.delete) → nothing · apply 0 · plan 0',
      DELETES_FOUND,
    ),
  },
};
