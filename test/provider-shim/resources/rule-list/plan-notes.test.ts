import type { Rule } from '../../../../provider-shim/api';
import { PrivateState } from '../../../../provider-shim/sdk/framework';
import { areAsSeen, noteRules } from '../../../../provider-shim/resources/rule-list/plan-notes';

const OWNER = { ref: `zonewright-${'a'.repeat(24)}`, imported: [] };

const rule = (id: string, more: Partial<Rule> = {}): Rule => ({
  ...{ id, ref: id, version: '1', last_updated: '', action: 'skip', expression: 'true' },
  ...{ description: '', enabled: true, action_parameters: {} },
  ...more,
});
const own = (id: string): Rule => rule(id, { ref: `${OWNER.ref}-${id}` });

const [A, B, C] = [own('a'), own('b'), rule('c')] as const;

/** What the life cycles do not hold of what the plan of a destroy saw. */
test.each<readonly [string, readonly Rule[], boolean]>([
  ['has another version', [A, { ...B, version: '2', last_updated: 'now' }, C], true],
  ['has lost own rules, as after an interruption', [C], true],
  ['has own rules in another order', [B, A, C], false],
  ['has a rule of others that somebody edited', [A, B, { ...C, expression: 'ssl' }], false],
  ['has a rule of others in the place of an own one', [A, { ...B, ref: 'b' }, C], false],
])('a zone that %s since the plan of a destroy', (_what, now, isSame) => {
  const state = PrivateState.from(undefined);
  expect(areAsSeen(state, now, OWNER)).toBeUndefined();
  noteRules(state, [A, B, C], OWNER);
  expect(areAsSeen(state, now, OWNER)).toBe(isSame);
});
