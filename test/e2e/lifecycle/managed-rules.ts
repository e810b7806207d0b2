import { execute, executes, finishedZone, MANAGED, CREDENTIALS, SCANNER_RULE } from '../managed-zone';
import { PHASE, zoneIdOf } from '../migrating-zones';
import { cell, rulesIn, UNSAID, unread, type Adapter, type Control, type Rule } from './scene';

const ZONES = [
  { ...finishedZone('shop'), id: zoneIdOf('shop') },
  { ...finishedZone('blog'), id: zoneIdOf('blog') },
] as const;
const [{ id: ZONE }] = ZONES;

const rules = (control: Control, zoneId: string): readonly Rule[] => rulesIn(control, zoneId, PHASE);

const save =
  (change: (rules: readonly Rule[]) => readonly Rule[]) =>
  (control: Control): void =>
    void control.saveRuleset(ZONE, PHASE, { rules: change(rules(control, ZONE)) });

const SKIPPED = { ruleset: 'current', phases: ['http_ratelimit'], products: ['hot', 'bic'] };
const LOGGING = { enabled: false };
const EXECUTED = { version: '180', matched_data: { public_key: 'k' } };

const SKIP: Rule = { action: 'skip', expression: 'ssl', action_parameters: SKIPPED, logging: LOGGING };
/** What cannot be declared. */
const THEIRS: Rule = {
  action: 'skip',
  expression: 'ssl',
  action_parameters: { products: ['waf'], phase: 'current' },
};

const overridden = (action: string): object => ({
  ...EXECUTED,
  overrides: { rules: [{ id: SCANNER_RULE, action }] },
});

const declared = (action: string): Adapter['first'] => ({
  rules: [
    { name: 'all', expression: 'ssl', skip: SKIPPED, logging: LOGGING },
    executes('managed', MANAGED, { ...EXECUTED, overrides: { rules: { [SCANNER_RULE]: { action } } } }),
  ],
});

function word({ action, action_parameters: given, enabled, x_later: later }: Rule): string {
  const { id, overrides, products, phase } = given as {
    readonly id?: string;
    readonly overrides?: { readonly rules?: readonly { readonly action: string }[] };
    readonly products?: readonly string[];
    readonly phase?: string;
  };
  const what = { [MANAGED]: 'managed', [CREDENTIALS]: 'credentials' }[id ?? ''] ?? action;
  const rest = [...(overrides?.rules?.map((one) => one.action) ?? []), ...(phase ? (products ?? []) : [])];
  return [what, ...rest, ...(enabled === false ? ['off'] : []), ...(later ? ['more'] : [])].join(' ');
}

/** What several cells say. */
const IS_SAME = 'Zone shop.example (ZONE) already has exactly these managed rules.';
const IS_ANOTHER = 'Zone shop.example (ZONE) already has managed rules.';
const EDITED = 'Changed outside since the last apply: the managed rules of zone shop.example (ZONE): rules.';
const DELETED = 'Deleted outside since the last apply: the managed rules of zone shop.example (ZONE).';
const CHANGED_SINCE = 'The managed rules of zone shop.example (ZONE) changed since this plan was made.';
const INEXPRESSIBLE =
  'Zone shop.example (ZONE) has managed rules that zone_managed_rules cannot express. They stay as they are.';
const DELETES_FOUND =
  'This plan deletes the managed rules of zone shop.example (ZONE), which the zone had before this resource.';
const DELETES_EDITED = unread(
  'Somebody else changed the managed rules of zone shop.example (ZONE) since the last apply, and this plan deletes them as they are now.',
);
const DELETES_MORE =
  'This plan deletes the managed rules of zone shop.example (ZONE) with what this resource cannot express.';
const STAY = 'The managed rules of zone shop.example (ZONE) stay: this resource did not write them.';
const REMAIN = 'Zone shop.example (ZONE) still has managed rules.';
const OVERWRITTEN =
  'Somebody else changed the managed rules of zone shop.example (ZONE) during this apply, and apply overwrote that change.';

export const managedRules: Adapter = {
  type: 'zone_managed_rules',
  zones: ZONES,
  first: declared('log'),
  second: declared('block'),
  held: (control, zoneId) => rules(control, zoneId).map(word).join(' + '),
  importId: (_control, zoneId) => zoneId,
  others: {
    makeTheSame: save(() => [SKIP, execute(MANAGED, overridden('log'))]),
    makeAnother: save(() => [execute(CREDENTIALS)]),
    edit: save(([skip, ...others]) => [{ ...skip, enabled: false }, ...others]),
    editTheSame: save((all) =>
      all.map((one) =>
        one['action'] === 'execute'
          ? { ...one, action_parameters: { id: MANAGED, ...overridden('js_challenge') } }
          : one,
      ),
    ),
    makeSecond: save(([skip, first, ...others]) => [
      skip ?? {},
      { ...first, action_parameters: execute(MANAGED, overridden('block'))['action_parameters'] },
      ...others,
    ]),
    reorder: save((all) => [...all].reverse()),
    takeOver: save((all) => all.map((one, index) => ({ ...one, ref: `theirs-${index}` }))),
    extend: save(([skip, ...others]) => [{ ...skip, x_later: 1 }, ...others]),
    add: save((all) => [...all, THEIRS]),
    move: save((all) => [...all.slice(2), ...all.slice(0, 2)]),
    takeAway: save((all) => all.slice(0, 2)),
    remove: save(() => []),
  },
  operations: {
    create: 'rulesets.create',
    update: 'rulesets.rules.update',
    destroy: 'rulesets.rules.delete',
  },
  ignored: 'rules[0]',
  cells: {
    created: cell('apply 0 (create) → skip + managed log · plan -refresh-only 0 · plan 0'),
    'created, and the answer is lost': cell('apply 0 (create, answer lost) → skip + managed log · plan 0'),
    'created, and the service fails': cell(
      'apply 1 (create) · apply 0 (create) → skip + managed log · plan 0',
      'POST /zones/ZONE/rulesets (zone shop.example): the service answered with status 500: 10001 Internal error.',
    ),
    'created beside an equal one of others, and the answer is lost': cell(
      'others makeTheSame → skip + managed log · apply 0 (update) · apply 0 (rules.delete) (rules.delete) → nothing · plan 0',
      DELETES_FOUND,
      IS_SAME,
    ),
    'created, while somebody makes the same, and the answer is lost': cell(
      'others makeTheSame → skip + managed log · apply 0 (create, answer lost) (update) · apply 0 (rules.delete) (rules.delete) → nothing · plan 0',
      DELETES_FOUND,
    ),
    'created, while somebody makes another': cell(
      'others makeAnother → credentials · apply 1 (create) · plan 1',
      IS_ANOTHER,
    ),
    'created, after somebody made another since the plan': cell(
      'plan 2 · others makeAnother → credentials · apply saved 1 · plan 1',
      IS_ANOTHER,
    ),
    'created, after somebody added something since the plan': cell(
      'plan 2 · others add → skip waf · apply saved 1 · apply 0 (update) → skip waf + skip + managed log · plan 0',
      'Provider produced inconsistent final plan',
      INEXPRESSIBLE,
    ),
    'declared where the same is': cell(
      'others makeTheSame → skip + managed log · apply 0 (update) · plan 0',
      IS_SAME,
    ),
    'declared where another is': cell('others makeAnother → credentials · apply 1 · plan 1', IS_ANOTHER),
    imported: cell(
      'others makeTheSame → skip + managed log · apply 0 (update) · plan -refresh-only 0 · plan 0',
    ),
    'imported with another declaration': cell(
      'others makeTheSame → skip + managed log · apply 0 (update) → skip + managed block · plan 0',
    ),
    'imported, after somebody edited it since the plan': cell(
      'others makeTheSame → skip + managed log · plan 2 · others edit → skip off + managed log · apply saved 1 · plan 2',
      EDITED,
      CHANGED_SINCE,
      'This plan removes managed rules that zone shop.example (ZONE) had before this resource: they are not declared.',
    ),
    'imported with another declaration, and then destroyed': cell(
      'others makeTheSame → skip + managed log · apply 0 (update) → skip + managed block · apply 0 (rules.delete) (rules.delete) → nothing · plan 0',
      DELETES_FOUND,
    ),
    'imported, and then replaced': cell(
      'others makeTheSame → skip + managed log · apply 0 (update) · apply -replace 0 (rules.delete) (rules.delete) (update) · plan 0',
    ),
    'imported, and then tainted': cell(
      'others makeTheSame → skip + managed log · apply 0 (update) · taint 0 · apply 0 (rules.delete) (rules.delete) (update) · plan 0',
      DELETES_FOUND,
      IS_SAME,
    ),
    'imported, and then moved to another zone': cell(
      'others makeTheSame → skip + managed log · apply 0 (update) · apply 0 (create) (rules.delete) (rules.delete) → nothing, elsewhere skip + managed log · plan 0',
      DELETES_FOUND,
    ),
    'imported at two addresses': cell(
      'others makeTheSame → skip + managed log · apply 0 (update) (update) · plan 0',
      'Two resources of this configuration declare the managed rules of zone shop.example (ZONE).',
    ),
    changed: cell('apply 0 (rules.update) → skip + managed block · plan 0'),
    'changed, and the answer is lost': cell(
      'apply 0 (rules.update) (rules.update, answer lost) → skip + managed block · plan 0',
    ),
    'changed, and the service fails': cell(
      'apply 1 (rules.update) · apply 0 (rules.update) → skip + managed block · plan 0',
      'PATCH /zones/ZONE/rulesets/ID/rules/ID (zone shop.example): the service answered with status 500: 10001 Internal error.',
    ),
    'changed, while somebody adds something': cell(
      'others add → skip + managed log + skip waf · apply 0 (rules.update) → skip + managed block + skip waf · plan 0',
      INEXPRESSIBLE,
    ),
    'changed, while somebody edits it': cell(
      'others edit → skip off + managed log · apply 0 (rules.update) → skip off + managed block · plan 2',
      EDITED,
    ),
    'changed, after somebody edited it since the plan': cell(
      'plan 2 · others edit → skip off + managed log · apply saved 1 · apply 0 (update) → skip + managed block · plan 0',
      EDITED,
      CHANGED_SINCE,
    ),
    'changed, after somebody edited the same since the plan': cell(
      'plan 2 · others editTheSame → skip + managed js_challenge · apply saved 1 · apply 0 (rules.update) → skip + managed block · plan 0',
      EDITED,
      CHANGED_SINCE,
    ),
    'changed, after somebody changed it in the same way since the plan': cell(
      'plan 2 · others makeSecond → skip + managed block · apply saved 0 · plan 0',
    ),
    'changed, after somebody deleted it since the plan': cell(
      'plan 2 · others remove → nothing · apply saved 1 · apply 0 (update) → skip + managed block · plan 0',
      DELETED,
      'The managed rules of zone shop.example (ZONE) changed since this plan was made: there are none now.',
    ),
    'changed, while somebody changes it in the same way': cell(
      'others makeSecond → skip + managed block · apply 0 (rules.update) · plan 0',
    ),
    'changed, after somebody took it over since the plan': cell(
      'plan 2 · others takeOver · apply saved 0 (rules.update) → skip + managed block · apply 0 · plan 0',
      STAY,
    ),
    'changed, after somebody set what cannot be declared since the plan': cell(
      'plan 2 · others extend → skip more + managed log · apply saved 0 (rules.update) → skip more + managed block · plan 0',
    ),
    'changed, while somebody sets what cannot be declared': cell(
      'others extend → skip more + managed log · apply 0 (rules.update) → skip more + managed block · plan 0',
    ),
    'changed, while somebody deletes it': cell(
      'others remove → nothing · apply 1 (rules.update) · apply 0 (update) → skip + managed block · plan 0',
      DELETED,
      'The managed rules of zone shop.example (ZONE) changed since this plan was made: there are none now.',
    ),
    'changed but for what is ignored, after somebody edited that since the plan': cell(
      'plan 2 · others edit → skip off + managed log · apply saved 1 · apply 0 (rules.update) → skip off + managed block · plan 0',
      EDITED,
      CHANGED_SINCE,
    ),
    'changed, while somebody takes it over': cell(
      'others takeOver · apply 0 (rules.update) → skip + managed block · plan 0',
      OVERWRITTEN,
    ),
    'changed beside something of others': cell(
      'others add → skip + managed log + skip waf · apply 0 (rules.update) → skip + managed block + skip waf · plan 0',
      INEXPRESSIBLE,
    ),
    'changed, after somebody added something since the plan': cell(
      'plan 2 · others add → skip + managed log + skip waf · apply saved 1 · plan 2',
      CHANGED_SINCE,
      INEXPRESSIBLE,
    ),
    'changed, after others moved theirs since the plan': cell(
      'others add → skip + managed log + skip waf · plan 2 · others move → skip waf + skip + managed log · apply saved 0 (rules.update) → skip waf + skip + managed block · plan 0',
      INEXPRESSIBLE,
    ),
    'edited by others': cell(
      'others edit → skip off + managed log · plan -refresh-only 2 · apply 0 (rules.update) → skip + managed log · plan 0',
      EDITED,
    ),
    'edited by others, and refreshed alone': cell(
      'others edit → skip off + managed log · apply -refresh-only 0 · plan 2',
    ),
    'edited by others where the plan changes it, too': cell(
      'others editTheSame → skip + managed js_challenge · apply 0 (rules.update) → skip + managed block · plan 0',
      EDITED,
    ),
    'edited by others to what is declared then, as by a run that was killed': cell(
      'others makeSecond → skip + managed block · apply 0 · plan 0',
    ),
    'edited by others, which is ignored': cell(
      'others edit → skip off + managed log · plan 0 · apply 0 (rules.update) → skip off + managed block · plan 0',
      EDITED,
    ),
    'brought into another order by others': cell(
      'others reorder → managed log + skip · apply 0 (update) → skip + managed log · plan 0',
      EDITED,
    ),
    'beside something that others add': cell(
      'others add → skip + managed log + skip waf · apply 0 · plan 0',
      INEXPRESSIBLE,
    ),
    'deleted by others': cell(
      'others remove → nothing · plan -refresh-only 2 · apply 0 (update) → skip + managed log · plan 0',
      DELETED,
    ),
    destroyed: cell('destroy 0 (rules.delete) (rules.delete) → nothing · plan 0'),
    'destroyed, and the answer is lost': cell(
      'destroy 0 (rules.delete) (rules.delete) (rules.delete, answer lost) → nothing · plan 0',
    ),
    'destroyed, and the service fails': cell(
      'apply 1 (rules.delete) · apply 0 (rules.delete) (rules.delete) → nothing · plan 0',
      'DELETE /zones/ZONE/rulesets/ID/rules/ID (zone shop.example): the service answered with status 500: 10001 Internal error.',
    ),
    'destroyed, while somebody edits it': cell(
      'others edit → skip off + managed log · apply 1 (rules.delete) → skip off · plan 2',
      EDITED,
      ...DELETES_EDITED,
      CHANGED_SINCE,
    ),
    'destroyed, after somebody edited it since the plan': cell(
      'plan 2 · others edit → skip off + managed log · apply saved 1 · plan 2',
      EDITED,
      ...DELETES_EDITED,
      CHANGED_SINCE,
    ),
    'destroyed, after somebody took it over since the plan': cell(
      'plan 2 · others takeOver · apply saved 0 · plan 0',
      STAY,
    ),
    'destroyed, after somebody set what cannot be declared since the plan': cell(
      'plan 2 · others extend → skip more + managed log · apply saved 1 · apply 0 (rules.delete) (rules.delete) → nothing · plan 0',
      ...DELETES_EDITED,
      CHANGED_SINCE,
      DELETES_MORE,
    ),
    'destroyed, while somebody takes it over': cell(
      'others takeOver · apply 0 (rules.delete) → skip · plan 0',
      OVERWRITTEN,
      REMAIN,
    ),
    'edited by others, and then destroyed': cell(
      'others edit → skip off + managed log · apply 0 (rules.delete) (rules.delete) → nothing · plan 0',
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
      'others add → skip + managed log + skip waf · apply 0 (rules.delete) (rules.delete) → skip waf · plan 0',
      INEXPRESSIBLE,
      REMAIN,
    ),
    'destroyed, after somebody added something since the plan': cell(
      'plan 2 · others add → skip + managed log + skip waf · apply saved 1 · plan 2',
      CHANGED_SINCE,
      INEXPRESSIBLE,
    ),
    'destroyed, after others moved theirs since the plan': cell(
      'others add → skip + managed log + skip waf · plan 2 · others move → skip waf + skip + managed log · apply saved 1 · plan 2',
      CHANGED_SINCE,
      INEXPRESSIBLE,
    ),
    'destroyed, after others took theirs away since the plan': cell(
      'others add → skip + managed log + skip waf · plan 2 · others takeAway → skip + managed log · apply saved 1 · plan 2',
      CHANGED_SINCE,
      INEXPRESSIBLE,
    ),
    'destroyed, while somebody adds something': cell(
      'others add → skip + managed log + skip waf · apply 0 (rules.delete) (rules.delete) → skip waf · plan 0',
      REMAIN,
    ),
    forgotten: cell('apply 0 · plan 0'),
    'moved to another address': cell('apply 0 · plan 0'),
    'renamed without a moved block': cell(
      'apply 1 · plan 1',
      'This plan destroys the managed rules of zone shop.example (ZONE) at one address and creates them at another.',
    ),
    'declared twice': cell(
      'apply 1 · plan 1',
      'Two resources of this configuration declare the managed rules of zone shop.example (ZONE).',
    ),
    'copied by hand in the state': cell(
      'apply 1 · apply 1 · apply 1 · apply 1 · apply -refresh 1 · apply 0 · destroy 0 → nothing · apply 0 · plan 0',
      'The managed rules of zone shop.example (ZONE) are in the state twice, and this plan destroys one of the two.',
    ),
    'declared in a second state, and then destroyed in the first': cell(
      'second apply 0 (update) · apply 0 · plan 0',
      STAY,
      IS_SAME,
    ),
    'imported by a second state with another declaration': cell(
      'second apply 0 (rules.update) → skip + managed block · plan 2',
      EDITED,
    ),
    'imported by a second state, and then destroyed there': cell(
      'second apply 0 (rules.update) → skip + managed block · second destroy 0 (rules.delete) (rules.delete) → nothing · apply 0 (update) → skip + managed log · plan 0',
      DELETED,
      DELETES_FOUND,
    ),
    tainted: cell('taint 0 · apply 0 (rules.delete) (rules.delete) (update) · plan 0', IS_SAME),
    replaced: cell('apply -replace 0 (rules.delete) (rules.delete) (update) · plan 0'),
    'replaced, the new one first': cell('apply -replace 0 (update) · plan 0', IS_SAME),
    'replaced, the new one first, and then destroyed': cell(
      'apply -replace 0 (update) · apply 0 (rules.delete) (rules.delete) → nothing · plan 0',
      IS_SAME,
    ),
    'replaced, after somebody added something since the plan': cell(
      'plan -replace 2 · others add → skip + managed log + skip waf · apply saved 1 · plan 0',
      CHANGED_SINCE,
      INEXPRESSIBLE,
    ),
    'replaced, after somebody edited it since the plan': cell(
      'plan -replace 2 · others edit → skip off + managed log · apply saved 1 · plan 2',
      EDITED,
      CHANGED_SINCE,
    ),
    'replaced, after somebody took it over since the plan': cell(
      'plan -replace 2 · others takeOver · apply saved 0 (update) · plan 0',
      STAY,
      IS_SAME,
    ),
    'replaced, while somebody edits it': cell(
      'others edit → skip off + managed log · apply -replace 1 (rules.delete) → skip off · plan 2',
      EDITED,
      CHANGED_SINCE,
    ),
    'replaced, while somebody adds something': cell(
      'others add → skip + managed log + skip waf · apply -replace 0 (rules.delete) (rules.delete) (update) → skip waf + skip + managed log · plan 0',
      INEXPRESSIBLE,
      REMAIN,
    ),
    'tainted with what cannot be declared': cell(
      'taint 0 · others extend → skip more + managed log · apply 0 (rules.delete) (rules.delete) (update) → skip + managed log · plan 0',
      DELETES_MORE,
      IS_SAME,
    ),
    'tainted, and then taken over by others': cell(
      'taint 0 · others takeOver · apply 0 (update) · plan 0',
      STAY,
      IS_SAME,
    ),
    'moved to another zone with what cannot be declared': cell(
      'others extend → skip more + managed log · apply 0 (create) (rules.delete) (rules.delete) → nothing, elsewhere skip + managed log · plan 0',
      DELETES_MORE,
    ),
    'moved to another zone, after somebody edited it since the plan': cell(
      'plan 2 · others edit → skip off + managed log · apply saved 1 · apply 0 (create) (rules.delete) (rules.delete) → nothing, elsewhere skip + managed log · plan 0',
      EDITED,
      CHANGED_SINCE,
    ),
    'moved to another zone': cell(
      'apply 0 (create) (rules.delete) (rules.delete) → nothing, elsewhere skip + managed log · plan 0',
    ),
    'in a zone that is gone': cell(
      'plan -refresh-only 2 → nothing · apply 0 · plan 0',
      'Zone ZONE no longer exists: what the state has of it is dropped.',
    ),
    'destroyed without a look at it in a zone that is gone': cell('destroy -refresh 0 → nothing · plan 0'),
    'declared for a zone that is not there': cell('apply 1 · plan 1', 'Zone ID does not exist.'),
  },
  unnoticed: {
    'changed, while somebody adds something': UNSAID,
    'changed, while somebody edits it': cell(
      'others edit → skip off + managed log · apply 0 (rules.update) → skip off + managed block · plan 0',
    ),
    'edited by others': cell(
      'others edit → skip off + managed log · plan -refresh-only 2 · apply 0 · plan 0',
    ),
    'brought into another order by others': cell('others reorder → managed log + skip · apply 0 · plan 0'),
    'beside something that others add': UNSAID,
    'deleted by others': cell('others remove → nothing · plan -refresh-only 2 · apply 0 · plan 0', DELETED),
    'destroyed, after somebody edited it since the plan': UNSAID,
    'destroyed, while somebody edits it': UNSAID,
    'replaced, after somebody edited it since the plan': cell(
      'plan -replace 2 · others edit → skip off + managed log · apply saved 1 · plan 0',
      CHANGED_SINCE,
    ),
    'replaced, while somebody edits it': cell(
      'others edit → skip off + managed log · apply -replace 1 (rules.delete) → skip off · plan 0',
      CHANGED_SINCE,
    ),
    'replaced, while somebody adds something': UNSAID,
    'edited by others, and then destroyed': UNSAID,
    'destroyed beside something of others': UNSAID,
    'destroyed, after somebody added something since the plan': UNSAID,
    'destroyed, after others moved theirs since the plan': UNSAID,
    'destroyed, after others took theirs away since the plan': UNSAID,
    'imported by a second state with another declaration': cell(
      'second apply 0 (rules.update) → skip + managed block · plan 0',
    ),
    'imported by a second state, and then destroyed there': cell(
      'second apply 0 (rules.update) → skip + managed block · second destroy 0 (rules.delete) (rules.delete) → nothing · apply 0 · plan 0',
      DELETES_FOUND,
    ),
    'replaced, after somebody added something since the plan': UNSAID,
  },
};
