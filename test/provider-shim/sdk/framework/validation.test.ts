import { InexactNumber } from '../../../../provider-shim/sdk/values';
import {
  isUnknown,
  unknown,
  type MemberAttributes,
  type Problem,
  type Check,
  type Attributes,
} from '../../../../schema';
import type { ShownDiagnostic, ShownPath } from './connected';
import { bug, keeping, schemaOf } from './keeping';
import type { Plain } from './plain';
import { unconfigured, serve } from './served-resource';

const short: Check<string> = (value) =>
  value.length <= 3
    ? []
    : [{ code: 'long', path: [], message: `${JSON.stringify(value)} is long.`, hint: 'At most 3 letters.' }];

const few: Check<readonly unknown[]> = (value) =>
  value.length <= 2
    ? []
    : [{ code: 'many', path: [], message: `${value.length} are many.`, hint: 'At most 2.' }];

const small: Check<Plain> = ({ size }) =>
  size === 9 ? [{ code: 'large', path: [], message: 'It is large.', hint: 'At most 8.' }] : [];

const text = { type: 'string', optional: true, description: 'Text.' } as const;
const inner: MemberAttributes = {
  key: { ...text, checks: [short] },
  size: { type: 'int', optional: true, description: 'Size.' },
};

const schema = schemaOf(
  {
    name: { ...text, checks: [short] },
    list: {
      type: { list: 'string' },
      optional: true,
      description: 'Texts.',
      elementChecks: [short],
      checks: [few],
    },
    set: { type: { set: 'string' }, optional: true, description: 'Texts.', elementChecks: [short] },
    map: { type: { map: 'string' }, optional: true, description: 'Texts.', elementChecks: [short] },
    free: { type: { list: 'string' }, optional: true, description: 'Texts without rules.' },
    size: { type: 'int', optional: true, description: 'Size.' },
    sizes: { type: { map: { list: 'int' } }, optional: true, description: 'Sizes.' },
    record: { type: { object: { a: 'int', b: 'string' } }, optional: true, description: 'An object.' },
    one: { nested: 'single', optional: true, attributes: inner, description: 'One.', checks: [small] },
    many: { nested: 'list', optional: true, attributes: inner, description: 'In order.' },
    any: { nested: 'set', optional: true, attributes: inner, description: 'Without order.' },
    named: { nested: 'map', optional: true, attributes: inner, description: 'By name.' },
    old: { ...text, deprecated: 'Use name.' },
    deep: {
      nested: 'list',
      optional: true,
      description: 'In order.',
      attributes: { old: { ...text, deprecated: 'Use key.' }, key: text },
    },
  },
  {
    checks: [
      (({ name, free }: Plain): readonly Problem[] =>
        isUnknown(name) || isUnknown(free) || (name === null) !== (free === null)
          ? []
          : [{ code: 'pair', path: [], message: 'Not a pair.', hint: 'Give name or free.' }]) as Check<never>,
    ],
  },
);

/** What satisfies the rule over two attributes. */
const FINE = { name: 'abc' };

function error(summary: string, detail: string, at?: ShownPath): ShownDiagnostic {
  return { severity: 'error', summary: `${inside(at)}${summary}`, detail, ...(at ? { at } : {}) };
}

/** What the text says of a place inside of an attribute. */
function inside(at: ShownPath = []): string {
  const [first = '', ...rest] = at;
  const steps = rest.map((step) => {
    if (typeof step === 'string') return `.${step}`;
    return 'key' in step ? `["${step.key}"]` : `[${step.index}]`;
  });
  return rest.length === 0 ? '' : `${String(first)}${steps.join('')}: `;
}

const long = (at: ShownPath): ShownDiagnostic => error('"long" is long.', 'At most 3 letters.', at);
const none = (name: string, at: ShownPath): ShownDiagnostic =>
  error(`An element of ${name} is null.`, 'Remove it, or give it a value.', at);
const number = (summary: string, at: ShownPath): ShownDiagnostic =>
  error(summary, 'Allowed: whole numbers between -9007199254740991 and 9007199254740991.', at);
const deprecated = (at: ShownPath, detail: string): ShownDiagnostic => ({
  severity: 'warning',
  summary: `${inside(at)}The attribute old is deprecated.`,
  detail,
  at,
});

describe('validation', () => {
  const cases: Readonly<Record<string, readonly [Plain, readonly ShownDiagnostic[]]>> = {
    'accepts valid values': [FINE, []],
    'checks a value': [{ name: 'long' }, [long(['name'])]],
    'checks each element of a list, then the whole': [
      { ...FINE, list: ['a', 'long', 'b'] },
      [long(['list', { index: 1 }]), error('3 are many.', 'At most 2.', ['list'])],
    ],
    'checks each element of a set, on the set': [{ ...FINE, set: ['a', 'long'] }, [long(['set'])]],
    'checks each element of a map': [{ ...FINE, map: { 'a b': 'long' } }, [long(['map', { key: 'a b' }])]],
    'refuses null among elements with checks': [
      { ...FINE, list: ['a', null], set: [null], map: { k: null } },
      [none('list', ['list', { index: 1 }]), none('set', ['set']), none('map', ['map', { key: 'k' }])],
    ],
    'accepts null among elements without checks': [{ free: [null] }, []],
    'checks inside an object, then the object': [
      { ...FINE, one: { key: 'long', size: 9 } },
      [long(['one', 'key']), error('It is large.', 'At most 8.', ['one'])],
    ],
    'checks inside each object of a list, then refuses those that are null': [
      { ...FINE, many: [{ key: 'a' }, unknown, { key: unknown }, null, { key: 'long' }] },
      [long(['many', { index: 4 }, 'key']), none('many', ['many', { index: 3 }])],
    ],
    'checks inside each object of a map, even one named like an attribute': [
      { ...FINE, named: { key: { key: 'long' }, size: { key: 'a' } } },
      [long(['named', { key: 'key' }, 'key'])],
    ],
    'checks several attributes together': [{}, [error('Not a pair.', 'Give name or free.')]],
    'skips unknown values': [
      {
        name: unknown,
        list: [unknown, 'long'],
        set: unknown,
        map: { k: unknown },
        size: unknown,
        sizes: { k: [unknown] },
        one: unknown,
        many: [{ key: unknown }, unknown],
        named: { k: { size: unknown } },
      },
      [long(['list', { index: 1 }])],
    ],
    'accepts whole numbers': [{ ...FINE, size: -0, sizes: { a: [9007199254740991] }, one: { size: 3 } }, []],
    'refuses a whole number that JavaScript cannot hold': [
      { ...FINE, size: new InexactNumber('9007199254740992') },
      [number('9007199254740992 is out of range.', ['size'])],
    ],
    'warns about a deprecated attribute': [{ ...FINE, old: 'x' }, [deprecated(['old'], 'Use name.')]],
    'warns about a deprecated attribute that is unknown or nested': [
      { ...FINE, old: unknown, deep: [{ key: 'a' }, { old: 'x' }] },
      [deprecated(['old'], 'Use name.'), deprecated(['deep', { index: 1 }, 'old'], 'Use key.')],
    ],
  };

  test.each(Object.entries(cases))('%s', async (_case, [config, expected]) => {
    expect(await unconfigured(keeping(schema)).validate(config)).toEqual(expected);
  });

  test("runs the resource's own checks after those of the schema, on the configuration", async () => {
    const seen: unknown[] = [];
    const resource = keeping(
      { name: { ...text, checks: [short] }, id: { type: 'string', computed: true, description: 'Id.' } },
      {
        validate: (config, diagnostics) => {
          seen.push(config);
          diagnostics.warning({ path: ['name'], message: 'Odd.', hint: 'Look.' });
        },
      },
    );
    expect(await unconfigured(resource).validate({ name: 'long' })).toEqual([
      long(['name']),
      { severity: 'warning', summary: 'Odd.', detail: 'Look.', at: ['name'] },
    ]);
    expect(seen).toEqual([{ name: 'long', id: null }]);
  });

  test("skips the resource's own checks when an int is not a whole number", async () => {
    const validate = jest.fn();
    const resource = keeping({ size: { type: 'int', optional: true, description: 'Size.' } }, { validate });
    expect(await unconfigured(resource).validate({ size: 1.5 })).toEqual([
      number('1.5 is not a whole number.', ['size']),
    ]);
    expect(validate).not.toHaveBeenCalled();
  });

  test('reports a check that throws as a bug in the provider', async () => {
    const resource = keeping(
      { name: text },
      {
        validate: () => {
          throw new Error('no luck');
        },
      },
    );
    expect(await unconfigured(resource).validate({ name: 'a' })).toEqual([bug('no luck')]);
  });
});

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

test.each(CASES)(
  'a name that the objects of %s refuse is refused, and is null',
  async (attribute, put, at, place) => {
    const summary = `${place}There is no attribute old here.`;
    const refused: ShownDiagnostic = { severity: 'error', summary, detail: 'Write key.', at };
    const given = (old: unknown): Plain => ({ [attribute]: put({ key: 'a', old }) });
    const seen: unknown[] = [];
    const served = await serve(
      keeping(attributes, {
        modifyPlan: async ({ config, plan }) => void seen.push(config?.[attribute], plan?.[attribute]),
      }),
    );
    for (const [old, atValidate, atPlan] of [
      ['x', [refused], [refused]],
      [unknown, [], [refused]],
      [null, [], []],
    ]) {
      expect(await served.validate(given(old))).toEqual(atValidate);
      const { planned, diagnostics } = await served.plan({ config: given(old) });
      expect(diagnostics).toEqual(atPlan);
      expect(planned).toMatchObject(given(null));
    }
    // What is refused never comes to the resource.
    expect(seen).toEqual([put({ key: 'a' }), put({ key: 'a' })]);
    // What is stored may be of before.
    expect(await served.read(given(undefined))).toMatchObject({ state: given(null), diagnostics: [] });
  },
);
