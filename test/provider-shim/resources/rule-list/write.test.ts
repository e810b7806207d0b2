import type { RuleInput, Ruleset } from '../../../../provider-shim/api';
import { fieldsList } from '../../../../provider-shim/resources/log-custom-fields';
import { writeOf } from '../../../../provider-shim/resources/rule-list/write';
import { asSent } from '../../../../provider-shim/resources/rules/rule';
import { rulesetWith } from '../log-custom-fields/ruleset';

const OWNER = { ref: `zonewright-${'a'.repeat(24)}`, imported: [] };
const SEEN = rulesetWith({}, {}, {});
const [FIRST, SECOND, THIRD] = SEEN.rules.map(asSent) as [RuleInput, RuleInput, RuleInput];

/** The request that makes the rules of a ruleset these. */
function requestFor(seen: Ruleset, rules: readonly RuleInput[]) {
  const list = { ...fieldsList, write: () => rules.map((rule) => ({ rule })) };
  const change = { declared: undefined as never, owner: OWNER };
  const { request, ruleId } = writeOf(list, 'zone', seen, change);
  const { method, path, body } = request.request;
  return { method, path: path.slice(2).join('/'), body, ruleId };
}

describe('the one request of a change', () => {
  test('updates the rule that alone changes, and says nothing of the others', () => {
    const { id, ...content } = { ...SECOND, enabled: false };
    expect(requestFor(SEEN, [FIRST, { id, ...content }, THIRD])).toEqual({
      method: 'PATCH',
      path: `rulesets/${SEEN.id}/rules/${id}`,
      body: content,
      ruleId: id,
    });
  });

  test.each<[string, readonly RuleInput[]]>([
    ['two change', [{ ...FIRST, enabled: false }, { ...SECOND, enabled: false }, THIRD]],
    ['none changes', [FIRST, SECOND, THIRD]],
    ['one goes', [FIRST, THIRD]],
    ['one is added', [FIRST, SECOND, THIRD, { ...FIRST, id: undefined }]],
    ['one moves', [SECOND, FIRST, THIRD]],
    ['one takes the place of another', [FIRST, { ...SECOND, id: undefined }, THIRD]],
  ])('says all rules where %s', (_what, rules) => {
    const path = `rulesets/${SEEN.id}`;
    expect(requestFor(SEEN, rules)).toEqual({ method: 'PUT', path, body: { rules }, ruleId: undefined });
  });
});
