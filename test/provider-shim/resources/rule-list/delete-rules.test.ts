import type { Rule, Ruleset } from '../../../../provider-shim/api';
import { Diagnostics, PrivateState } from '../../../../provider-shim/sdk/framework';
import {
  areAsSeen,
  deleteRules,
  forgetRules,
  noteRules,
} from '../../../../provider-shim/resources/rule-list/delete-rules';

const OWNER = { ref: `zonewright-${'a'.repeat(24)}`, imported: [] };
const { signal } = new AbortController();

const rule = (id: string, more: Partial<Rule> = {}): Rule => ({
  ...{ id, ref: id, version: '1', last_updated: '', action: 'skip', expression: 'true' },
  ...{ description: '', enabled: true, action_parameters: {} },
  ...more,
});
const own = (id: string, more: Partial<Rule> = {}): Rule => rule(id, { ref: `${OWNER.ref}-${id}`, ...more });

const [A, B, C] = [own('a'), own('b'), rule('c')] as const;

describe('what the plan of a destroy saw', () => {
  test.each<readonly [string, readonly Rule[], boolean]>([
    ['is still there', [A, B, C], true],
    ['has another version', [A, { ...B, version: '2', last_updated: 'now' }, C], true],
    ['has lost own rules, as after an interruption', [C], true],
    ['has own rules that somebody edited', [A, { ...B, enabled: false }, C], false],
    ['has own rules in another order', [B, A, C], false],
    ['has lost a rule of others', [A, B], false],
    ['has a rule of others elsewhere', [C, A, B], false],
    ['has a rule of others that somebody edited', [A, B, { ...C, expression: 'ssl' }], false],
    ['has one more rule of others', [A, B, C, rule('d')], false],
    ['has a rule of others in the place of an own one', [A, { ...B, ref: 'b' }, C], false],
  ])('%s', (_what, now, isSame) => {
    const state = PrivateState.from(undefined);
    noteRules(state, [A, B, C], OWNER);
    expect(areAsSeen(state, now, OWNER)).toBe(isSame);
  });

  test('is not known when the plan could not look, and is not stored', () => {
    const state = PrivateState.from(undefined);
    expect(areAsSeen(state, [A], OWNER)).toBeUndefined();
    noteRules(state, [A], OWNER);
    forgetRules(state);
    expect(areAsSeen(state, [A], OWNER)).toBeUndefined();
  });
});

describe('the rules of an object', () => {
  const ruleset = (rules: readonly Rule[]): Ruleset => ({ id: 'r', rules }) as Ruleset;
  let held: Rule[];
  let asked: string[];
  let diagnostics: Diagnostics;
  beforeEach(() => {
    held = [A, B, C];
    asked = [];
    diagnostics = new Diagnostics();
  });

  const api = {
    deleteRule: (_zoneId: string, _rulesetId: string, ruleId: string): Promise<Ruleset | undefined> => {
      asked.push(ruleId);
      const isThere = held.some(({ id }) => id === ruleId);
      held = held.filter(({ id }) => id !== ruleId);
      return Promise.resolve(isThere ? ruleset(held) : undefined);
    },
  };
  const deleted = (
    over: Partial<Parameters<typeof deleteRules>[3]> = {},
    of = api,
  ): ReturnType<typeof deleteRules> =>
    deleteRules(
      { api: of, zoneId: 'z', signal },
      ruleset([A, B, C]),
      [A, B],
      {
        find: () => Promise.resolve(ruleset(held)),
        lost: () => Promise.resolve(undefined),
        ...over,
      },
      diagnostics,
    );

  test('are deleted one at a time, the last first, and those of others stay', async () => {
    expect(await deleted()).toEqual(ruleset([C]));
    expect([asked, diagnostics.all]).toEqual([['b', 'a'], []]);
  });

  test('count as deleted where they are gone already', async () => {
    held = [A, C];
    expect(await deleted()).toEqual(ruleset([C]));
    expect([asked, diagnostics.all]).toEqual([['b', 'a'], []]);
  });

  test('count as deleted where their ruleset is gone', async () => {
    held = [];
    expect(await deleted({ find: () => Promise.resolve(undefined) })).toBeUndefined();
    expect([asked, diagnostics.all]).toEqual([['b'], []]);
  });

  test('that a service only says to have deleted are an error, and no other one is deleted', async () => {
    const left = await deleted({}, { deleteRule: async () => await Promise.resolve(undefined) });
    expect(left).toEqual(ruleset([A, B, C]));
    expect(diagnostics.all).toMatchObject([
      { severity: 'error', summary: expect.stringContaining('was not deleted') },
    ]);
  });

  test('are compared with what each deletion found', async () => {
    const seen: (readonly string[])[] = [];
    const ids = ({ rules }: Ruleset): string => rules.map(({ id }) => id).join('');
    await deleted({
      lost: (one, before, after) => {
        seen.push([one.id, ids(before), ids(after)]);
        return Promise.resolve({ code: 'lost', path: [], message: `lost ${one.id}`, hint: '' });
      },
    });
    expect(seen).toEqual([
      ['b', 'abc', 'ac'],
      ['a', 'ac', 'c'],
    ]);
    expect(diagnostics.all.map(({ severity, summary }) => [severity, summary])).toEqual([
      ['warning', 'lost b'],
      ['warning', 'lost a'],
    ]);
  });
});
