import fc from 'fast-check';
import { refOfRule, type ManagedRule } from '../../../../schema';
import type { Rule, RuleInput, Ruleset } from '../../../../provider-shim/api';
import { saveBeside } from '../../../../provider-shim/resources/managed-rules/beside-others';
import type { State } from '../../../../provider-shim/resources/managed-rules/state';
import { keeperNamed, owns, type Owner } from '../../../../provider-shim/resources/rule-list/owner';

/** What is sent for rules beside those of others, by a service that does what it is asked, one request at a time. */

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
const OWNER = keeperNamed('team');
const theirs = fc.integer({ min: 0, max: 3 });
const ordered = fc
  .shuffledSubarray(NAMES)
  .chain((names) =>
    fc
      .array(fc.integer({ min: 0, max: 2 }), { minLength: names.length, maxLength: names.length })
      .map((hosts) => names.map((name, index): ManagedRule => exception(name, `host${hosts[index] ?? 0}`))),
  );

function exception(name: string, host: string): ManagedRule {
  return {
    ...{ name, expression: host, enabled: true, description: '', execute: null, logging: { enabled: true } },
    skip: { ruleset: 'current', rulesets: null, rules: null, phases: null, products: null },
  } as unknown as ManagedRule;
}

/** A service with rules of others among those of the owner. */
class Service {
  rules: Rule[] = [];
  #ids = 0;

  add(rule: RuleInput, at = this.rules.length): void {
    const made = { ...rule, id: `id${(this.#ids += 1)}`, version: '1', last_updated: '' } as Rule;
    this.rules.splice(at, 0, made);
  }

  /** Does what the first request says. */
  do({ method, path, body }: { method: string; path: readonly string[]; body?: unknown }): void {
    const { position, ...rule } = (body ?? {}) as RuleInput & {
      position?: { before?: string; after?: string };
    };
    const at = this.rules.findIndex(({ id }) => id === path.at(-1));
    const [there] = at < 0 ? [] : this.rules.splice(at, 1);
    if (method === 'DELETE') return;
    const beside = (id: string, end: number): number =>
      id ? this.rules.findIndex((one) => one.id === id) : end;
    const { before, after } = position ?? {};
    let index = at;
    if (before !== undefined) index = beside(before, 0);
    else if (after !== undefined) index = beside(after, this.rules.length - 1) + 1;
    if (!there) return this.add(rule, index);
    this.rules.splice(index, 0, Object.keys(rule).length === 0 ? there : ({ ...there, ...rule } as Rule));
  }
}

const change = (rules: readonly ManagedRule[], placement?: 'first', before?: object) => ({
  owner: { ...OWNER, ...(placement && { placement }) },
  declared: { rules },
  ...(before && { state: before as State }),
});

/** Saves rules, and returns how many requests that took. */
function save(service: Service, rules: readonly ManagedRule[], placement?: 'first', before?: object): number {
  const next = () =>
    saveBeside(
      'z',
      { id: 'r', rules: service.rules } as unknown as Ruleset,
      change(rules, placement, before),
    );
  const expected = next();
  for (let sent = 0; ; sent += 1) {
    const [first] = next().writes;
    if (!first) {
      expect(service.rules.map(({ ref }) => ref)).toEqual(expected.rules.map(({ ref }) => ref));
      expect(sent).toBe(expected.writes.length);
      return sent;
    }
    service.do(first.request.request);
  }
}

const own = ({ rules }: Service) => rules.filter((rule) => owns(OWNER, rule)).map(({ ref }) => ref.at(-1));
const others = ({ rules }: Service) => rules.filter((rule) => !owns(OWNER, rule)).map(({ ref }) => ref);

/** Declared rules, with rules of others put between them. */
function serviceWith(rules: readonly ManagedRule[], between: readonly number[]): Service {
  const service = new Service();
  save(service, rules);
  between.forEach((at, index) =>
    service.add(
      { ref: `theirs${index}`, action: 'skip', expression: 'ssl' },
      Math.min(at, service.rules.length),
    ),
  );
  return service;
}

test('what is declared is there in its order, those of others stay in theirs, and no request is idle', () => {
  fc.assert(
    fc.property(
      ordered,
      ordered,
      fc.array(theirs),
      fc.constantFrom(undefined, 'first'),
      (before, after, at, placement) => {
        const service = serviceWith(before, at);
        const kept = others(service);
        save(service, after, placement);
        expect([own(service), others(service)]).toEqual([after.map(({ name }) => name), kept]);
        expect(save(service, after, placement)).toBe(0);
      },
    ),
  );
});

test('where the placement changes, all rules go there in their order, and those of others stay in theirs', () => {
  fc.assert(
    fc.property(ordered, fc.array(theirs), fc.constantFrom(undefined, 'first'), (rules, at, placement) => {
      const service = serviceWith(rules, at);
      const kept = others(service);
      const before = { placement: placement ? null : 'first', rules, rule_ids: {}, names: {} };
      const sent = save(service, rules, placement, before);
      const refs = rules.map(({ name }) => refOfRule(OWNER.ref, name));
      expect(service.rules.map(({ ref }) => ref)).toEqual(
        placement ? [...refs, ...kept] : [...kept, ...refs],
      );
      expect([sent <= rules.length, save(service, rules, placement, before)]).toEqual([true, 0]);
    }),
  );
});

test.each<readonly [string, string, number]>([
  ['abcdef', 'bcdefa', 1],
  ['abcdef', 'fabcde', 1],
  ['abcdef', 'badcfe', 3],
  ['abcdef', 'fedcba', 5],
  ['abc', 'abc', 0],
])('%s becomes %s with the fewest moves: %i', (from, to, moves) => {
  const rules = (names: string) => [...names].map((name) => exception(name, name));
  const service = serviceWith(rules(from), [1, 3]);
  expect([save(service, rules(to)), own(service).join('')]).toEqual([moves, to]);
});

test.each<readonly ['first' | undefined, string, readonly string[]]>([
  ['first', 'ab', ['a', 'theirs0', 'b']],
  [undefined, 'ba', ['theirs0', 'b', 'a']],
])('new rules go among those of others as placement says: %s', (placement, names, expected) => {
  const service = serviceWith([exception('b', 'b')], [0]);
  const rules = [...names].map((name) => exception(name, name));
  save(service, rules, placement);
  expect(service.rules.map(({ ref }) => ref.replace(/.*--/, ''))).toEqual(expected);
});

const [ALL, OTHER] = [{ ref: `zonewright-${'0'.repeat(24)}`, imported: [] }, keeperNamed('other')];

/** Whose a declared rule is by its mark, of all, of nobody, of another owner, and of this one: taken, or left beside a new one. */
test.each<readonly [string, Owner | undefined, boolean, string, string, string, string]>([
  ['is new', undefined, false, 'left', 'left', 'left', 'its own'],
  ['had all rules', ALL, true, 'taken', 'taken', 'left', 'its own'],
  ['had all rules, and not this one', ALL, false, 'taken', 'left', 'left', 'its own'],
  ['was of another owner', OTHER, true, 'left', 'left', 'taken', 'its own'],
  ['was of the same owner', OWNER, true, 'left', 'left', 'left', 'its own'],
])(
  'what becomes of a rule with each mark, for an object that %s',
  (_what, former, isInState, ...expected) => {
    const rules = [exception('a', 'host')];
    const refs = [refOfRule(ALL.ref, 'a'), 'theirs', refOfRule(OTHER.ref, 'a'), refOfRule(OWNER.ref, 'a')];
    const came = refs.map((ref) => {
      const [rule] = serviceWith(rules, []).rules;
      const ruleset = { id: 'r', rules: [{ ...rule, ref }] } as unknown as Ruleset;
      const state = former && { rules, rule_ids: isInState ? { a: 'id1' } : {}, names: {} };
      const { writes } = saveBeside('z', ruleset, { ...change(rules, undefined, state), former });
      const sent = writes.map(({ request: { request } }) => `${request.method} ${request.path.at(-1)}`);
      return { 'PATCH id1': 'taken', 'POST rules': 'left', '': 'its own' }[sent.join()];
    });
    expect(came).toEqual(expected);
  },
);
