import { unknown, type Attributes } from '../../../../schema';
import type { ShownDiagnostic, ShownPath } from './connected';
import { keeping } from './keeping';
import type { Plain } from './plain';
import { serve } from './served-resource';

const text = { type: 'string', optional: true, description: 'Text.' } as const;
const objects = { attributes: { key: text }, refused: { old: 'Write key.' }, optional: true } as const;
const attributes: Attributes = {
  one: { nested: 'single', description: 'One.', ...objects },
  many: { nested: 'list', description: 'Many.', ...objects },
  any: { nested: 'set', description: 'Any.', ...objects },
  named: { nested: 'map', description: 'Named.', ...objects },
  deep: {
    nested: 'map',
    optional: true,
    description: 'Deep.',
    attributes: { one: { nested: 'single', description: 'One.', ...objects } },
  },
};

type Case = readonly [attribute: string, put: (object: Plain) => unknown, at: ShownPath, place: string];

const CASES: readonly Case[] = [
  ['one', (object) => object, ['one', 'old'], 'one.old: '],
  ['many', (object) => [{ key: 'a' }, object], ['many', { index: 1 }, 'old'], 'many[1].old: '],
  ['any', (object) => [object], ['any'], ''],
  ['named', (object) => ({ k: object }), ['named', { key: 'k' }, 'old'], 'named["k"].old: '],
  ['deep', (object) => ({ k: { one: object } }), ['deep', { key: 'k' }, 'one', 'old'], 'deep["k"].one.old: '],
];

describe.each(CASES)('a name that the objects of %s refuse', (attribute, put, at, place) => {
  const refused: ShownDiagnostic = {
    severity: 'error',
    summary: `${place}There is no attribute old here.`,
    detail: 'Write key.',
    at,
  };
  const given = (old: unknown): Plain => ({ [attribute]: put({ key: 'a', old }) });

  test.each<readonly [string, unknown, readonly unknown[], readonly unknown[]]>([
    ['a value', 'x', [refused], [refused]],
    ['what is not known yet', unknown, [], [refused]],
    ['null', null, [], []],
  ])('with %s', async (_what, old, atValidate, atPlan) => {
    const seen: unknown[] = [];
    const served = await serve(
      keeping(attributes, {
        modifyPlan: async ({ config, plan }) => void seen.push(config?.[attribute], plan?.[attribute]),
      }),
    );
    expect(await served.validate(given(old))).toEqual(atValidate);
    const { planned, diagnostics } = await served.plan({ config: given(old) });
    expect(diagnostics).toEqual(atPlan);
    expect(planned).toMatchObject(given(null));
    const object = { key: 'a' };
    expect(seen).toEqual(atPlan.length > 0 ? [] : [put(object), put(object)]);
  });

  test('is null in what is stored, which may be of before', async () => {
    const served = await serve(keeping(attributes));
    expect(await served.read(given(undefined))).toMatchObject({ state: given(null), diagnostics: [] });
  });
});
