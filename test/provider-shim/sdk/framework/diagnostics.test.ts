import type { Attributes, PathStep } from '../../../../schema';
import { NOTHING, type ShownPath } from './connected';
import { keeping } from './keeping';
import { encoded } from './plain';
import { unconfigured } from './served-resource';

const text = { type: 'string', optional: true, description: 'Text.' } as const;

const attributes: Attributes = {
  name: text,
  list: { type: { list: 'string' }, optional: true, description: 'Texts.' },
  map: { type: { map: { list: 'string' } }, optional: true, description: 'Texts by name.' },
  set: { type: { set: { list: 'string' } }, optional: true, description: 'Texts without order.' },
  record: { type: { object: { a: { map: 'string' } } }, optional: true, description: 'An object.' },
  secret: { ...text, sensitive: true },
  secrets: { type: { list: 'string' }, optional: true, sensitive: true, description: 'Texts.' },
  one: {
    nested: 'single',
    optional: true,
    description: 'One.',
    attributes: {
      many: { nested: 'list', optional: true, description: 'In order.', attributes: { key: text } },
      any: { nested: 'set', optional: true, description: 'Without order.', attributes: { key: text } },
      hidden: {
        nested: 'list',
        optional: true,
        description: 'In order.',
        attributes: { key: text, secret: { ...text, sensitive: true } },
      },
      named: { nested: 'map', optional: true, description: 'By name.', attributes: { key: text } },
    },
  },
};

/** The path of a problem, the one that the engine gets, and what the text says of a place that the engine does not show. */
const cases: readonly (readonly [string, readonly PathStep[], ShownPath | undefined, string])[] = [
  ['the object as a whole', [], undefined, ''],
  ['an attribute', ['name'], ['name'], ''],
  ['an element of a list', ['list', 2], ['list', { index: 2 }], 'list[2]: '],
  ['an element of a map', ['map', 'a b'], ['map', { key: 'a b' }], 'map["a b"]: '],
  ['an element of a set: the set', ['set', 1], ['set'], ''],
  ['a member of an object', ['record', 'a', 'k'], ['record', 'a', { key: 'k' }], 'record.a["k"]: '],
  [
    'in an object of a list',
    ['one', 'many', 3, 'key'],
    ['one', 'many', { index: 3 }, 'key'],
    'one.many[3].key: ',
  ],
  ['in an object of a set: the set', ['one', 'any', 3, 'key'], ['one', 'any'], 'one.any: '],
  [
    'in an object of a map',
    ['one', 'named', 'key', 'key'],
    ['one', 'named', { key: 'key' }, 'key'],
    'one.named["key"].key: ',
  ],
  ['no attribute of the object: as far as it goes', ['one', 'other', 'key'], ['one'], ''],
  ['a secret: nowhere, since the engine quotes the line', ['secret'], undefined, ''],
  [
    'a secret in an object of a list: nowhere',
    ['one', 'hidden', 1, 'secret'],
    undefined,
    'one.hidden[1].secret: ',
  ],
  ['an object with a secret in it: nowhere', ['one', 'hidden', 1], undefined, 'one.hidden[1]: '],
  [
    'what is beside a secret',
    ['one', 'hidden', 1, 'key'],
    ['one', 'hidden', { index: 1 }, 'key'],
    'one.hidden[1].key: ',
  ],
];

test.each(cases)('the path of a diagnostic %s', async (_case, path, expected, named) => {
  const resource = keeping(attributes, {
    validate: (_config, diagnostics) => diagnostics.error({ path, message: 'Wrong.', hint: 'Right it.' }),
  });
  const [diagnostic] = await unconfigured(resource).validate({});
  expect([diagnostic?.at, diagnostic?.summary]).toEqual([expected, `${named}Wrong.`]);
});

test('problems of one kind in one attribute are one diagnostic: the first in full, the others a line each', async () => {
  const bad = (path: readonly PathStep[], name: string, hint = 'Write letters.', code = 'bad') => ({
    ...{ code, path, message: `"${name}" is bad.`, hint },
  });
  const resource = keeping(attributes, {
    validate: (_config, diagnostics) => {
      diagnostics.errors([
        bad(['list', 0], 'a'),
        bad(['one', 'many', 0, 'key'], 'b'),
        bad(['list', 3], 'c'),
        bad(['list', 4], 'd', 'Did you mean "e"?\nWrite letters.'),
        bad(['one', 'many', 2, 'key'], 'f'),
        bad(['list', 5], 'g', 'Write letters.', 'worse'),
        bad(['secrets', 0], 'h'),
        bad(['secrets', 1], 'i'),
      ]);
      diagnostics.warning(bad(['list', 6], 'j'));
      diagnostics.errors([bad([], 'k'), bad([], 'l')]);
    },
  });
  const found = await unconfigured(resource).validate({});
  expect(found.map(({ summary, detail, at }) => [summary, detail, at])).toEqual([
    [
      'list[0]: "a" is bad.',
      'Write letters.\n\nAlso:\n  - list[3]: "c" is bad.\n  - list[4]: "d" is bad. Did you mean "e"? Write letters.',
      ['list'],
    ],
    [
      'one.many[0].key: "b" is bad.',
      'Write letters.\n\nAlso:\n  - one.many[2].key: "f" is bad.',
      ['one', 'many'],
    ],
    ['list[5]: "g" is bad.', 'Write letters.', ['list', { index: 5 }]],
    ['secrets[0]: "h" is bad.', 'Write letters.\n\nAlso:\n  - secrets[1]: "i" is bad.', undefined],
    ['list[6]: "j" is bad.', 'Write letters.', ['list', { index: 6 }]],
    ['"k" is bad.', 'Write letters.', undefined],
    ['"l" is bad.', 'Write letters.', undefined],
  ]);
});

test('what to do about one cause is told once in a run, with the first object that fails for it', async () => {
  const hint =
    'Check this, and that, and whatever else may be the cause of it here, as long as it takes. Try later.';
  let message = 'GET /zones/a/rulesets: the service is away.';
  const resource = keeping(attributes, {
    validate: (_config, diagnostics) => {
      diagnostics.errors([
        { message, hint },
        { message: 'b', hint: 'Short.' },
      ]);
      diagnostics.warning({ message: 'w', hint });
    },
  });
  const served = unconfigured(resource);
  // The engine may show a warning of one object alone.
  const short = [
    { severity: 'error', summary: 'b', detail: 'Short.' },
    { severity: 'warning', summary: 'w', detail: hint },
  ];
  const brief = 'What to do about it is the same as in another message of this run.';
  const told = (detail: string): object[] => [{ severity: 'error', summary: message, detail }, ...short];
  expect(await served.validate({})).toEqual(told(hint));
  for (message of ['GET /zones/b/rulesets (zone b.example): the service is away.', 'c was not begun.'])
    expect(await served.validate({})).toEqual(told(brief));
  await served.call('ValidateProviderConfig', { config: encoded(NOTHING, {}) });
  expect(await served.validate({})).toEqual(told(hint));
});
