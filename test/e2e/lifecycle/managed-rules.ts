import { execute, executes, finishedZone, MANAGED, CREDENTIALS, SCANNER_RULE } from '../managed-zone';
import { PHASE, zoneIdOf } from '../migrating-zones';
import { cell, rulesIn, UNSAID, type Adapter, type Control, type Rule } from './scene';

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

const DELETED = 'Deleted outside since the last apply: the managed rules of zone shop.example (ZONE).';
const CHANGED_SINCE = 'The managed rules of zone shop.example (ZONE) changed since this plan was made.';
const DELETES_FOUND =
  'This plan deletes the managed rules of zone shop.example (ZONE), which the zone had before this resource.';

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
  record: 'managed-rules',
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
