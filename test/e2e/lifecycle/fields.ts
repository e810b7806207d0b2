import { cell, rulesIn, zone, UNSAID, unread, type Adapter, type Control, type Rule } from './scene';

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

/** What messages say of ours. */
const said = (cookies: string, description = 'ours'): string =>
  'transformed request headers t; response headers s; raw response headers q, r; ' +
  `cookies ${cookies}; preserved duplicates q, s; description "${description}"`;

/** What several cells say. */
const IS_SAME = `Zone shop.example (ZONE) already has exactly these custom log fields: ${said('a, b')}.`;
const IS_ANOTHER = 'Zone shop.example (ZONE) already has custom log fields: cookies x; description "ours".';
const EDITED =
  'Changed outside since the last apply: the custom log fields of zone shop.example (ZONE): description.';
const COOKIES_EDITED =
  'Changed outside since the last apply: the custom log fields of zone shop.example (ZONE): cookies.';
const DELETED = 'Deleted outside since the last apply: the custom log fields of zone shop.example (ZONE).';
const CHANGED_SINCE = 'The custom log fields of zone shop.example (ZONE) changed since this plan was made.';
const DELETES_FOUND =
  'This plan deletes the custom log fields of zone shop.example (ZONE), which the zone had before this resource.';
const DELETES_EDITED = unread(
  'Somebody else changed the custom log fields of zone shop.example (ZONE) since the last apply, and this plan deletes them as they are now.',
);
const DELETES_MORE =
  'This plan deletes the custom log fields of zone shop.example (ZONE) with what this resource cannot express.';
const STAY = 'The custom log fields of zone shop.example (ZONE) stay: this resource did not write them.';
const OVERWRITTEN =
  'Somebody else changed the custom log fields of zone shop.example (ZONE) during this apply, and apply overwrote that change.';

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
  cells: {
    created: cell('apply 0 (create) → ab · plan -refresh-only 0 · plan 0'),
    'created, and the answer is lost': cell('apply 0 (create, answer lost) → ab · plan 0'),
    'created, and the service fails': cell(
      'apply 1 (create) · apply 0 (create) → ab · plan 0',
      'POST /zones/ZONE/rulesets (zone shop.example): the service answered with status 500: 10001 Internal error.',
    ),
    'created beside an equal one of others, and the answer is lost': cell(
      'others makeTheSame → ba · apply 0 (update) · apply 0 (rules.delete) → nothing · plan 0',
      DELETES_FOUND,
      IS_SAME,
    ),
    'created, while somebody makes the same, and the answer is lost': cell(
      'others makeTheSame → ba · apply 0 (create, answer lost) (update) · apply 0 (rules.delete) → nothing · plan 0',
      DELETES_FOUND,
    ),
    'created, while somebody makes another': cell(
      'others makeAnother → x · apply 1 (create) · plan 1',
      IS_ANOTHER,
    ),
    'created, after somebody made another since the plan': cell(
      'plan 2 · others makeAnother → x · apply saved 1 · plan 1',
      IS_ANOTHER,
    ),
    'created, after somebody added something since the plan': cell(
      'plan 2 · others add → their off · apply saved 1 · apply 1 · plan 1',
      'Zone shop.example (ZONE) already has custom log fields: cookies their; description "ours"; disabled.',
    ),
    'declared where the same is': cell('others makeTheSame → ba · apply 0 (update) · plan 0', IS_SAME),
    'declared where another is': cell('others makeAnother → x · apply 1 · plan 1', IS_ANOTHER),
    imported: cell('others makeTheSame → ba · apply 0 · plan -refresh-only 0 · plan 0'),
    'imported with another declaration': cell('others makeTheSame → ba · apply 0 (update) → ac · plan 0'),
    'imported, after somebody edited it since the plan': cell(
      'others makeTheSame → ba · plan 2 · others edit → ba edited · apply saved 1 · plan 2',
      EDITED,
      CHANGED_SINCE,
    ),
    'imported with another declaration, and then destroyed': cell(
      'others makeTheSame → ba · apply 0 (update) → ac · apply 0 (rules.delete) → nothing · plan 0',
      DELETES_FOUND,
    ),
    'imported, and then replaced': cell(
      'others makeTheSame → ba · apply 0 · apply -replace 0 (rules.delete) (update) → ab · plan 0',
    ),
    'imported, and then tainted': cell(
      'others makeTheSame → ba · apply 0 · taint 0 · apply 0 (rules.delete) (update) → ab · plan 0',
      DELETES_FOUND,
      IS_SAME,
    ),
    'imported, and then moved to another zone': cell(
      'others makeTheSame → ba · apply 0 · apply 0 (create) (rules.delete) → nothing, elsewhere ab · plan 0',
      DELETES_FOUND,
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
      'PATCH /zones/ZONE/rulesets/ID/rules/ID (zone shop.example): the service answered with status 500: 10001 Internal error.',
    ),
    'changed, while somebody adds something': cell(
      'others add → ab + their off · apply 0 (rules.update) → ac + their off · plan 0',
    ),
    'changed, while somebody edits it': cell(
      'others edit → ab edited · apply 0 (rules.update) → ac · plan 0',
      OVERWRITTEN,
    ),
    'changed, after somebody edited it since the plan': cell(
      'plan 2 · others edit → ab edited · apply saved 1 · apply 0 (rules.update) → ac · plan 0',
      EDITED,
      CHANGED_SINCE,
    ),
    'changed, after somebody edited the same since the plan': cell(
      'plan 2 · others editTheSame → ay · apply saved 1 · apply 0 (rules.update) → ac · plan 0',
      COOKIES_EDITED,
      CHANGED_SINCE,
    ),
    'changed, after somebody changed it in the same way since the plan': cell(
      'plan 2 · others makeSecond → ac · apply saved 0 · plan 0',
    ),
    'changed, after somebody deleted it since the plan': cell(
      'plan 2 · others remove → nothing · apply saved 1 · apply 0 (create) → ac · plan 0',
      DELETED,
      'The custom log fields of zone shop.example (ZONE) changed since this plan was made: there are none now.',
    ),
    'changed, while somebody changes it in the same way': cell(
      'others makeSecond → ac · apply 0 (rules.update) · plan 0',
    ),
    'changed, after somebody took it over since the plan': cell(
      'plan 2 · others takeOver · apply saved 0 (update) → ac · apply 0 (rules.delete) → nothing · plan 0',
    ),
    'changed, after somebody set what cannot be declared since the plan': cell(
      'plan 2 · others extend → ab more · apply saved 0 (rules.update) → ac more · plan 0',
    ),
    'changed, while somebody sets what cannot be declared': cell(
      'others extend → ab more · apply 0 (rules.update) → ac · plan 0',
      OVERWRITTEN,
    ),
    'changed, while somebody deletes it': cell(
      'others remove → nothing · apply 1 (rules.update) · apply 0 (create) → ac · plan 0',
      DELETED,
      'The custom log fields of zone shop.example (ZONE) changed since this plan was made: there are none now.',
    ),
    'changed but for what is ignored, after somebody edited that since the plan': cell(
      'plan 2 · others edit → ab edited · apply saved 1 · apply 0 (rules.update) → ac edited · plan 0',
      CHANGED_SINCE,
    ),
    'changed, while somebody takes it over': cell(
      'others takeOver · apply 1 (rules.update) · plan 2',
      CHANGED_SINCE,
    ),
    'changed beside something of others': cell(
      'others add → ab + their off · apply 0 (rules.update) → ac + their off · plan 0',
    ),
    'changed, after somebody added something since the plan': cell(
      'plan 2 · others add → ab + their off · apply saved 0 (rules.update) → ac + their off · plan 0',
    ),
    'changed, after others moved theirs since the plan': cell(
      'others add → ab + their off · plan 2 · others move → their off + ab · apply saved 0 (rules.update) → their off + ac · plan 0',
    ),
    'edited by others': cell(
      'others edit → ab edited · plan -refresh-only 2 · apply 0 (rules.update) → ab · plan 0',
      EDITED,
    ),
    'edited by others, and refreshed alone': cell('others edit → ab edited · apply -refresh-only 0 · plan 2'),
    'edited by others where the plan changes it, too': cell(
      'others editTheSame → ay · apply 0 (rules.update) → ac · plan 0',
      COOKIES_EDITED,
    ),
    'edited by others to what is declared then, as by a run that was killed': cell(
      'others makeSecond → ac · apply 0 · plan 0',
    ),
    'edited by others, which is ignored': cell(
      'others edit → ab edited · plan 0 · apply 0 (rules.update) → ac edited · plan 0',
    ),
    'brought into another order by others': cell('others reorder → ba · apply 0 · plan 0'),
    'beside something that others add': cell('others add → ab + their off · apply 0 · plan 0'),
    'deleted by others': cell(
      'others remove → nothing · plan -refresh-only 2 · apply 0 (create) → ab · plan 0',
      DELETED,
    ),
    destroyed: cell('destroy 0 (rules.delete) → nothing · plan 0'),
    'destroyed, and the answer is lost': cell(
      'destroy 0 (rules.delete) (rules.delete, answer lost) → nothing · plan 0',
    ),
    'destroyed, and the service fails': cell(
      'apply 1 (rules.delete) · apply 0 (rules.delete) → nothing · plan 0',
      'DELETE /zones/ZONE/rulesets/ID/rules/ID (zone shop.example): the service answered with status 500: 10001 Internal error.',
    ),
    'destroyed, while somebody edits it': cell(
      'others edit → ab edited · apply 0 (rules.delete) → nothing · plan 0',
      OVERWRITTEN,
    ),
    'destroyed, after somebody edited it since the plan': cell(
      'plan 2 · others edit → ab edited · apply saved 1 · plan 2',
      EDITED,
      ...DELETES_EDITED,
      CHANGED_SINCE,
    ),
    'destroyed, after somebody took it over since the plan': cell(
      'plan 2 · others takeOver · apply saved 0 · plan 0',
      STAY,
    ),
    'destroyed, after somebody set what cannot be declared since the plan': cell(
      'plan 2 · others extend → ab more · apply saved 1 · apply 0 (rules.delete) → nothing · plan 0',
      ...DELETES_EDITED,
      CHANGED_SINCE,
      DELETES_MORE,
    ),
    'destroyed, while somebody takes it over': cell(
      'others takeOver · apply 0 (rules.delete) · plan 0',
      `Zone shop.example (ZONE) still has custom log fields: ${said('a, b')}.`,
    ),
    'edited by others, and then destroyed': cell(
      'others edit → ab edited · apply 0 (rules.delete) → nothing · plan 0',
      EDITED,
      ...DELETES_EDITED,
    ),
    'taken over by others, and then destroyed': cell('others takeOver · apply 0 · plan 0', STAY),
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
      CHANGED_SINCE,
    ),
    'destroyed, after others moved theirs since the plan': cell(
      'others add → ab + their off · plan 2 · others move → their off + ab · apply saved 1 · plan 2',
      CHANGED_SINCE,
    ),
    'destroyed, after others took theirs away since the plan': cell(
      'others add → ab + their off · plan 2 · others takeAway → ab · apply saved 1 · plan 2',
      CHANGED_SINCE,
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
      IS_SAME,
    ),
    'copied by hand in the state': cell(
      'apply 1 · apply 1 · apply 1 · apply 1 · apply -refresh 1 · apply 0 · destroy 0 → nothing · apply 0 · plan 0',
      'The custom log fields of zone shop.example (ZONE) are in the state twice, and this plan destroys one of the two.',
    ),
    'declared in a second state, and then destroyed in the first': cell(
      'second apply 0 (update) · apply 0 · plan 0',
      STAY,
      IS_SAME,
    ),
    'imported by a second state with another declaration': cell(
      'second apply 0 (update) → ac · plan 2',
      COOKIES_EDITED,
    ),
    'imported by a second state, and then destroyed there': cell(
      'second apply 0 (update) → ac · second destroy 0 (rules.delete) → nothing · apply 0 (update) → ab · plan 0',
      DELETED,
      DELETES_FOUND,
    ),
    tainted: cell('taint 0 · apply 0 (rules.delete) (update) · plan 0', IS_SAME),
    replaced: cell('apply -replace 0 (rules.delete) (update) · plan 0'),
    'replaced, the new one first': cell('apply -replace 0 (update) · plan 0', IS_SAME),
    'replaced, the new one first, and then destroyed': cell(
      'apply -replace 0 (update) · apply 0 (rules.delete) → nothing · plan 0',
      IS_SAME,
    ),
    'replaced, after somebody added something since the plan': cell(
      'plan -replace 2 · others add → ab + their off · apply saved 1 · plan 0',
      CHANGED_SINCE,
    ),
    'replaced, after somebody edited it since the plan': cell(
      'plan -replace 2 · others edit → ab edited · apply saved 1 · plan 2',
      EDITED,
      CHANGED_SINCE,
    ),
    'replaced, after somebody took it over since the plan': cell(
      'plan -replace 2 · others takeOver · apply saved 0 (update) · plan 0',
      STAY,
      IS_SAME,
    ),
    'replaced, while somebody edits it': cell(
      'others edit → ab edited · apply -replace 0 (rules.delete) (update) → ab · plan 0',
      OVERWRITTEN,
    ),
    'replaced, while somebody adds something': cell(
      'others add → ab + their off · apply -replace 1 (rules.delete) → their off · plan 1',
      'Zone shop.example (ZONE) already has custom log fields: cookies their; description "ours"; disabled.',
      'Zone shop.example (ZONE) still has custom log fields: cookies their; description "ours"; disabled.',
    ),
    'tainted with what cannot be declared': cell(
      'taint 0 · others extend → ab more · apply 0 (rules.delete) (update) → ab · plan 0',
      DELETES_MORE,
      `Zone shop.example (ZONE) already has exactly these custom log fields: ${said('a, b')}; rule.x_later.`,
    ),
    'tainted, and then taken over by others': cell(
      'taint 0 · others takeOver · apply 0 (update) · plan 0',
      STAY,
      IS_SAME,
    ),
    'moved to another zone': cell('apply 0 (create) (rules.delete) → nothing, elsewhere ab · plan 0'),
    'moved to another zone with what cannot be declared': cell(
      'others extend → ab more · apply 0 (create) (rules.delete) → nothing, elsewhere ab · plan 0',
      DELETES_MORE,
    ),
    'moved to another zone, after somebody edited it since the plan': cell(
      'plan 2 · others edit → ab edited · apply saved 1 · apply 0 (create) (rules.delete) → nothing, elsewhere ab · plan 0',
      EDITED,
      CHANGED_SINCE,
    ),
    'in a zone that is gone': cell(
      'plan -refresh-only 2 → nothing · apply 0 · plan 0',
      'Zone ZONE no longer exists: what the state has of it is dropped.',
    ),
    'destroyed without a look at it in a zone that is gone': cell('destroy -refresh 0 → nothing · plan 0'),
    'declared for a zone that is not there': cell('apply 1 · plan 1', 'Zone ID does not exist.'),
  },
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
