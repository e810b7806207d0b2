import {
  CORE,
  CREDENTIALS,
  execute,
  executes,
  MANAGED,
  SCANNER_RULE,
  WORDPRESS_RULE,
} from '../../../e2e/managed-zone';
import { PHASE, zoneIdOf } from '../../../e2e/migrating-zones';
import type { Block, Rule } from '../../../e2e/lifecycle/scene';
import {
  answers,
  apply,
  applySaved,
  as,
  both,
  cut,
  damaged,
  destroy,
  edits,
  from,
  later,
  nothing,
  once,
  plan,
  pretends,
  provider,
  refuses,
  replace,
  retired,
  save,
  saves,
  taint,
} from './stories';
import type { Stories } from './stories';

const [ZONE, OTHER] = [zoneIdOf('shop'), zoneIdOf('blog')] as const;
const TYPE = 'zone_managed_rules';
const skip = (action_parameters: object): object => ({
  action: 'skip',
  expression: 'ssl',
  action_parameters,
});
/** What cannot be expressed. */
const ODD = skip({ phase: 'current', products: ['bic'] });
const ONE = { rules: [executes('managed', MANAGED)] };
const TWO = { rules: [executes('managed', MANAGED), executes('core', CORE)] };
const exception = (name: string, more: object = { ruleset: 'current' }): Block => ({
  name,
  expression: `http.host eq "${name}"`,
  skip: more,
});
const keeping = (owner: string, rules: readonly object[], more: object = {}): Block => ({
  others: 'keep',
  owner,
  rules,
  ...more,
});
const TEAM = keeping('platform', [executes('managed', MANAGED), executes('core', CORE)]);
const UNNAMED = { ...TEAM, owner: later('platform') };
const GUESTS = keeping('guests', [exception('a'), exception('b')], { placement: 'first' });
const OVERRIDDEN = {
  sensitivity_level: 'low',
  categories: { wordpress: { action: 'log' }, nothing: { enabled: false } },
  rules: {
    [SCANNER_RULE]: { action: 'block' },
    [WORDPRESS_RULE]: { enabled: false },
    ['9'.repeat(32)]: { action: 'log' },
  },
};
const overriding = (overrides: object) => as({ rules: [executes('managed', MANAGED, { overrides })] });
/** A managed ruleset that is not well known: one of its two rules acts on a score. */
const [OURS, PLAIN, SCORED] = ['1'.repeat(32), '2'.repeat(32), '4'.repeat(32)] as const;
const PLAIN_ONE = { id: PLAIN, action: 'log', description: 'One' };
const OFFERED = [
  { id: OURS, name: 'Ours', rules: [PLAIN_ONE, { ...PLAIN_ONE, id: SCORED, score_threshold: 40 }] },
];
const ours = (overrides: object, ...more: readonly Block[]) =>
  as({ rules: [...more, executes('ours', OURS, { overrides })] });
const THRESHOLD = { score_threshold: 20 };

const others = (...rules: readonly object[]) => saves(PHASE, () => rules as readonly Rule[]);
const adds = (...rules: readonly object[]) => saves(PHASE, (all) => [...(rules as readonly Rule[]), ...all]);
const first = (more: object) => saves(PHASE, ([rule, ...rest]) => [{ ...rule, ...more }, ...rest]);
const marked = (owner: string) =>
  saves(PHASE, (all) => all.map((one) => ({ ...one, ref: `zonewright-of-${owner}--x` })));
const migration = (state: string) => edits((draft) => void (draft.migration = { state } as never));
const proving = provider({ proof: 'on', max_retries: 0 });
const CREDENTIAL_CHECK = executes('credentials', CREDENTIALS);

const [X, Y] = [exception('x'), exception('y')] as const;
const product = (rules: readonly object[], more: object = {}): Block =>
  keeping('product', rules, { placement: 'first', ...more });
const OF_PLATFORM = [
  { ...execute(MANAGED), ref: 'zonewright-of-platform--managed' },
  { ...execute(CORE), ref: 'zonewright-of-platform--core' },
];
const PLATFORM = others(...OF_PLATFORM);

/** What happens to managed rules. */
export const MANAGED_RULES: Stories = {
  'rules that come, go, change their order and their names': [
    [as(TWO), apply, as({ rules: [...TWO.rules].reverse() }), apply],
    [as({ rules: [executes('renamed', MANAGED), exception('a')] }), apply],
    as({ rules: [exception('a', { rules: { [MANAGED]: [SCANNER_RULE] } }), executes('renamed', MANAGED)] }),
    [apply, as({ rules: [] }), apply, destroy],
  ],
  'overrides of what is there, and of what is not': [
    [overriding({ rules: { [SCANNER_RULE]: { score_threshold: 40 } } }), plan, as(ONE), apply],
    [overriding({ categories: { wordpres: { enabled: true } } }), plan, overriding(OVERRIDDEN), apply],
    [overriding({ categories: { ...OVERRIDDEN.categories, wordpres: { action: 'log' } } }), plan],
    [overriding({ rules: { [SCANNER_RULE.replace('0', '1')]: { action: 'log' } } }), plan],
    as({ rules: [executes('core', CORE, { overrides: { rules: { [SCANNER_RULE]: { action: 'log' } } } })] }),
    plan,
    as({
      rules: [executes('none', MANAGED.replace('e', 'f')), exception('a', { rulesets: ['8'.repeat(32)] })],
    }),
    [plan, as({ rules: [executes('managed', MANAGED), exception('late', { rulesets: [MANAGED, CORE] })] })],
    apply,
  ],
  'a managed ruleset that only the service knows': [
    ({ control }) => control.restore({ ...control.snapshot(), managed_rulesets: OFFERED } as never),
    [ours({ rules: { [PLAIN]: THRESHOLD } }), plan, ours({ rules: { [SCORED]: THRESHOLD } }), apply],
    [ours({}), apply, ours({}, exception('a', { rules: { [OURS]: [PLAIN.replace('2', '3')] } })), plan],
  ],
  'managed rulesets that cannot be read': [
    [as({ rules: [...TWO.rules, X] }, once), answers('rulesets.get', 403), plan],
    [answers('rulesets.list', 403), plan, answers('rulesets.get', 404), apply],
    [answers('rulesets.get', 500), plan],
  ],
  'a zone that has not migrated': [
    ['start', 'validation', 'finishing'].flatMap((state) => [
      migration(state),
      as(ONE),
      plan,
      as(TEAM),
      plan,
    ]),
  ],
  'at a service that has retired migrations': [[as(ONE), retired(404), plan, retired(410), apply, plan]],
  'where there are some of others, marked and not': [
    [others(execute(MANAGED), skip({ products: ['waf'] })), as(ONE), plan, as(TEAM), plan, as(GUESTS)],
    [apply, destroy, others(execute(MANAGED)), marked('platform'), as(ONE), plan, as(TEAM), plan, apply],
    [as(keeping('core', [executes('core', CORE)])), apply, nothing, apply],
    [others(execute(MANAGED, {}, { x_new: 1, ref: `zonewright-${'a'.repeat(24)}-managed` })), as(ONE), plan],
    [as(GUESTS), plan, others({ ...OF_PLATFORM[0], x_new: 1 }), as(TEAM), plan],
    [others(execute(MANAGED, {}, { x_new: 1 })), as(ONE), plan, apply],
  ],
  'two owners in one zone': [
    [as(TEAM), apply, both(TEAM, keeping('guests', [executes('core', CORE)])), plan],
    [both(TEAM, GUESTS), apply],
    [both(TEAM, keeping('guests', [exception('b'), exception('c')], { placement: 'first' })), apply],
    [both(TEAM, keeping('guests', [exception('b')], { placement: 'last' })), apply],
    [adds(skip({ ruleset: 'current' })), plan, apply, both(TEAM, keeping('platform', [exception('b')]))],
    [plan, both(TEAM, ONE), plan, as(TEAM), apply, destroy],
  ],
  'another owner, and none': [
    [as(TEAM), apply, first({ x_new: 1 }), as({ ...TEAM, owner: 'product' }), apply, as(TWO), apply],
    [as({ ...TEAM, rules: [executes('core', CORE)] }), plan],
    [as({ ...TEAM, rules: [executes('core', later(CORE))] }), plan, as(TEAM), apply],
    [as({ ...TEAM, owner: 'guests', rules: [exception('a')] }), apply, as({ ...TEAM, zone_id: OTHER }), plan],
  ],
  'swapped rulesets': [
    [as(keeping('platform', [executes('one', MANAGED), executes('two', CORE)])), apply],
    [as(keeping('platform', [executes('one', CORE), executes('two', MANAGED)])), plan],
    [as({ rules: [executes('one', CORE), executes('two', MANAGED)] }), apply],
  ],
  'imported, with what cannot be expressed': [
    others(
      execute(MANAGED, { x_new: 1 }, { x_newer: true }),
      skip({ ruleset: 'current' }),
      skip({ products: ['waf'] }),
    ),
    [as(ONE, from(ZONE, TYPE)), plan, apply, as({ ...TWO, zone_id: OTHER }), plan],
    [as({ rules: [executes('managed', MANAGED, { version: '180' })] }), plan, apply],
    [as({ rules: [executes('managed', MANAGED, {}, { expression: 'ssl' })] }), apply, overriding({}), plan],
    [as({ rules: [exception('mine')] }), apply, nothing, plan, apply],
  ],
  'known after apply: others, owner, rules and zone': [
    [as({ ...TEAM, others: later('keep') }), plan, both({ ...GUESTS, owner: later('b') }, UNNAMED), plan],
    [as(UNNAMED), plan, apply],
    [as({ ...TEAM, placement: later('first') }), plan, as({ ...TEAM, owner: later('product') }), plan, apply],
    [as({ rules: [executes('managed', later(MANAGED)), executes('core', CORE)] }), plan, apply],
    [as({ rules: [executes(later('renamed'), MANAGED)] }), plan, apply, as({ rules: later([]) }), plan],
    [as({ ...TWO, zone_id: later(OTHER) }), plan, apply, as({ ...TWO, zone_id: later(ZONE) }), apply],
  ],
  'imported beside others, where there are none, or by another id': [
    [as(TEAM, from(ZONE, TYPE)), plan, as(ONE, from('shop', TYPE)), plan],
    [as(TEAM, from(`${ZONE}/platform`, TYPE)), plan, others(execute(MANAGED), execute(CORE))],
    [as(TEAM, from(`${ZONE}/platform`, TYPE)), plan, apply, as(TWO, from(ZONE, TYPE)), plan],
    [others(...OF_PLATFORM, skip({ ruleset: 'current' })), as(TEAM, from(`${ZONE}/platform`, TYPE)), apply],
    [nothing, plan],
  ],
  'beside an owner of another state: what is refused, and what each rule of others is named for': [
    [PLATFORM, as(product([executes('mine', CORE)])), plan, as(TWO), plan],
    [others(OF_PLATFORM[0] as Rule, execute(CORE)), as(TWO), plan, PLATFORM],
    [as(product([X])), apply, as(product([X], { others: 'kept' })), plan],
    [as(product([X, executes('mine', CORE)])), plan],
    [as(keeping('platform', [X])), plan, as({ rules: [X] }), plan, apply],
    [as({ rules: [X] }), adds(...OF_PLATFORM), plan, as(product([X, exception('y')])), plan, apply],
  ],
  'exceptions before and behind what others execute': [
    [PLATFORM, adds(ODD), as(product([X, Y])), apply],
    [as(product([exception('x', { rulesets: [CORE] }), Y])), apply],
    [as(product([X, Y], { placement: 'last' })), plan, apply, as(product([Y, X])), apply, destroy],
  ],
  'an owner with a part of its rules, or with all of the zone': [
    [
      others(...OF_PLATFORM, { ...skip({ ruleset: 'current' }), ref: 'zonewright-of-product--x' }),
      as(product([Y])),
      plan,
    ],
    [as(product([X, Y]), from(`${ZONE}/product`, TYPE)), plan, apply, as(product([X])), apply],
    [others(execute(MANAGED), skip({ ruleset: 'current' })), as(product([X]), from(ZONE, TYPE)), plan, apply],
    [as(TWO), plan, taint, as(TEAM), plan, apply],
  ],
  'owners that are swapped, and rulesets that are given up': [
    [both(product([X]), keeping('shop', [Y])), apply, both(keeping('shop', [X]), product([Y])), plan],
    [both(product([X]), product([Y])), plan, both(product([X]), TWO), plan, nothing, apply],
    [
      as(product([executes('m', MANAGED), executes('c', CORE)])),
      apply,
      as(product([executes('m', CORE)])),
      apply,
    ],
  ],
  'imported whole beside an owner, and destroyed': [
    others({ ...execute(MANAGED), ref: 'zonewright-of-platform--managed' }, execute(CORE)),
    [as({ ...TEAM, owner: 'guests' }, from(ZONE, TYPE)), plan],
    [as({ rules: [executes('core', CORE)] }, from(ZONE, TYPE)), plan, apply, destroy],
    [others({ ...execute(MANAGED), ref: `zonewright-${'0'.repeat(24)}-managed` }, ODD)],
    [as(ONE, from(ZONE, TYPE)), apply, destroy],
  ],
  'edited by others: an override, the order, the marks, more': [
    [as(TWO), apply, first({ action_parameters: { id: MANAGED, overrides: { enabled: false } } }), plan],
    [saves(PHASE, (all) => [...all].reverse()), plan, apply],
    [first(ODD), plan, as({ rules: TWO.rules.slice(1) }), plan, apply, as(TWO), apply],
    [saves(PHASE, (all) => all.map((one, index) => ({ ...one, ref: `t${index}` }))), plan, apply],
    [adds(execute(CREDENTIALS)), plan, as({ rules: [...TWO.rules, CREDENTIAL_CHECK] }), plan, others()],
    [plan, apply, adds(skip({ products: ['waf'] }), skip({ phase: 'current', products: ['waf'] })), apply],
    [nothing, plan, apply],
  ],
  'in whose place another configuration saves something': [
    [as(ONE), apply, others(ODD), plan, others(), apply],
    [others(skip({ ruleset: 'current' })), as(TEAM), apply],
    [
      others(
        { ...skip({ ruleset: 'current' }), ref: 'zonewright-of-shop--late' },
        skip({ products: ['waf'] }),
      ),
      plan,
    ],
  ],
  'an owner whose rules others edit, move and delete': [
    [as(TEAM), apply, first({ enabled: false }), plan, apply, adds(skip({ ruleset: 'current' }))],
    [as({ ...TEAM, placement: 'first' }), apply, saves(PHASE, (all) => all.slice(1)), plan],
    [as({ ...TEAM, rules: [executes('core', CORE)] }), save, first({ description: 'x' }), applySaved, plan],
    [nothing, plan, apply],
  ],
  'created, and refused or lost': [
    as(TWO, once),
    [400, 409, 403, 404].flatMap((status) => [answers('rulesets.create', status), apply]),
    [cut('rulesets.create', 'before-write'), apply, cut('rulesets.create'), apply, apply, nothing, apply],
  ],
  'an owner, refused or lost': [
    [others(skip({ ruleset: 'current' })), as(TEAM, once)],
    [400, 409, 404].flatMap((status) => [answers('rulesets.rules.create', status), apply]),
    [cut('rulesets.rules.create'), apply, apply, as({ ...TEAM, rules: [exception('a')] }, once)],
    [answers('rulesets.rules.delete', 400), apply, answers('rulesets.rules.delete', 404), apply, apply],
    [as({ ...TEAM, rules: [exception('a', { rulesets: [CORE] })] }, once), cut('rulesets.rules.update')],
    [apply, apply, cut('rulesets.rules.delete', 'before-write'), destroy, destroy],
  ],
  'changed, and refused or lost': [
    [as(ONE, once), apply, as(TWO, once)],
    [400, 404, 409].flatMap((status) => [answers('rulesets.update', status), apply]),
    [cut('rulesets.update', 'before-write'), apply, cut('rulesets.update'), apply, apply],
  ],
  'destroyed, and refused or lost': [
    [as(TWO, once), apply, answers('rulesets.rules.delete', 404), destroy],
    [answers('rulesets.rules.delete', 409), destroy, cut('rulesets.rules.delete'), destroy, destroy],
  ],
  'replaced, and a half of it fails': [
    [as(TWO, once), apply, answers('rulesets.update', 500), replace, apply, taint],
    [answers('rulesets.rules.delete', 500), apply, apply, as(TEAM, once), apply],
    [answers('rulesets.rules.create', 500), replace, apply, first({ x_new: 1 }), taint, plan, apply],
    [as(TWO, once), apply, first({ x_new: 1 }), taint, plan, as(TEAM, once), plan, apply, nothing, apply],
  ],
  'refused with a place: of all rules, of one, of none': [
    [as(TWO, once), refuses('rulesets.create', '/rules/1/expression'), apply],
    [refuses('rulesets.create', '/rules/7'), apply, others(skip({ ruleset: 'current' })), as(TEAM, once)],
    [refuses('rulesets.rules.create', '/enabled'), apply],
    [refuses('rulesets.rules.create', '/action_parameters/overrides'), apply],
    [refuses('rulesets.rules.create', '/nothing/of/it'), apply],
  ],
  'with damaged private state': [
    [as(TWO), apply, damaged, first({ enabled: false }), plan, as(ONE), apply, damaged, nothing, plan, apply],
    others(execute(MANAGED)),
    [as(keeping('guests', [exception('a')])), apply, damaged, plan, apply, damaged, destroy],
  ],
  'read, and refused': [
    [as(TWO, once), apply, answers('rulesets.entrypoint.get', 403), plan],
    [answers('rulesets.entrypoint.get', 500), plan, answers('rulesets.list', 403), plan],
    [answers('rulesets.get', 403), plan, migration('validation'), plan],
  ],
  'stored otherwise by the service': [
    [as(TWO), pretends('rulesets.create', PHASE, execute(MANAGED), execute(CREDENTIALS)), apply, others()],
    as({ ...TEAM, rules: ONE.rules }),
    [{ expression: 'ssl' }, { action: 'log' }, { ref: 'x' }].flatMap((more) => [
      ...[pretends('rulesets.rules.create', PHASE, { ...OF_PLATFORM[0], ...more }), apply],
    ]),
  ],
  'proven before they are written': [
    [as({ ...TWO, zone_id: later(ZONE) }, proving), plan, as(TWO, proving), plan],
    [answers('rulesets.create', 400), plan, answers('rulesets.create', 503), plan],
    [answers('rulesets.create', 429), plan, apply, as(ONE, proving), answers('rulesets.update', 400), plan],
    [apply, replace, taint, plan, apply],
    [as(TEAM, proving), plan, answers('rulesets.rules.create', 400), plan, apply],
    [as(GUESTS, proving), plan, apply, answers('rulesets.rules.delete', 400), destroy, destroy],
    [others(execute(MANAGED)), as(TWO, proving), plan],
  ],
};
