import fc from 'fast-check';
import { FIELD_LIST, FIELD_LISTS, perSet } from '../../../../schema';
import type { Rule, RuleInput, ServiceError } from '../../../../provider-shim/api';
import { fieldsList } from '../../../../provider-shim/resources/log-custom-fields';
import { sameFields, type Fields } from '../../../../provider-shim/resources/log-custom-fields/fields';
import type { Owner } from '../../../../provider-shim/resources/rule-list/owner';
import { fieldsOf, rulesWith } from '../../../../provider-shim/resources/log-custom-fields/rule';
import { named, rulesetWith } from './ruleset';

const OWNER: Owner = { ref: 'zonewright-1', imported: [] };

const rulesOf = (...rules: readonly Partial<Rule>[]): readonly Rule[] => rulesetWith(...rules).rules;

/** The owner's rule of those that are sent. */
const ruleFor = (fields: Fields, present: readonly Rule[], owner: Owner): RuleInput | undefined =>
  rulesWith(fields, present, owner).find(({ ref }) => ref === owner.ref);

const NONE: Fields = {
  ...perSet(() => []),
  description: '',
  enabled: true,
  kept_settings: null,
};

describe('the fields of a ruleset', () => {
  test.each<readonly [string, readonly Partial<Rule>[], Fields | undefined]>([
    ['without a rule are none at all', [], undefined],
    [
      'are what its one rule says, in its order',
      [
        {
          description: 'ours',
          action_parameters: {
            cookie_fields: named('Sid'),
            request_fields: named('b', 'a'),
            response_fields: named('x'),
          },
        },
      ],
      {
        ...NONE,
        request_headers: ['b', 'a'],
        response_headers: ['x'],
        cookies: ['Sid'],
        description: 'ours',
      },
    ],
    [
      'have the lists of today, and the headers whose duplicates any rule preserves',
      [
        {
          action_parameters: { response_fields: [{ name: 'a', preserve_duplicates: false }, ...named('b')] },
        },
        {
          action_parameters: {
            transformed_request_fields: [{ name: 't', preserve_duplicates: true }],
            response_fields: [{ name: 'a', preserve_duplicates: true }],
            raw_response_fields: [{ name: 'u', preserve_duplicates: 'later' }],
          },
        },
      ],
      {
        ...NONE,
        transformed_request_headers: ['t'],
        response_headers: ['a', 'b'],
        raw_response_headers: ['u'],
        preserve_duplicates: ['a'],
        kept_settings: [
          'raw_response_fields["u"].preserve_duplicates',
          'transformed_request_fields["t"].preserve_duplicates',
        ],
      },
    ],
    ['are empty where a list is left out', [{ action_parameters: {} }], NONE],
    [
      'are still reported when the rule is switched off',
      [{ enabled: false, action_parameters: { cookie_fields: named('a') } }],
      { ...NONE, cookies: ['a'], enabled: false },
    ],
    [
      'of several rules are joined, each name once, under the first description',
      [
        { description: 'one', action_parameters: { cookie_fields: named('a', 'b') } },
        {
          description: 'two',
          action_parameters: { cookie_fields: named('b', 'c'), request_fields: named('x') },
        },
      ],
      { ...NONE, cookies: ['a', 'b', 'c'], request_headers: ['x'], description: 'one' },
    ],
    [
      'of several rules are those of the rules in force',
      [
        { description: 'off', enabled: false, action_parameters: { cookie_fields: named('a') } },
        { description: 'on', action_parameters: { cookie_fields: named('b') } },
      ],
      { ...NONE, cookies: ['b'], description: 'on' },
    ],
    [
      'have names in the form of the engine, each once',
      [{ description: 'cafe\u0301', action_parameters: { cookie_fields: named('cafe\u0301', 'caf\u00e9') } }],
      { ...NONE, cookies: ['caf\u00e9'], description: 'caf\u00e9' },
    ],
  ])('%s', (_case, rules, expected) => {
    expect(fieldsOf(rulesOf(...rules))).toEqual(expected);
  });

  test('with several disabled rules are those of the owner, if there is one', () => {
    const off = (ref: string, name: string): Partial<Rule> => ({
      ref,
      enabled: false,
      action_parameters: { cookie_fields: named(name) },
    });
    expect(fieldsOf(rulesOf(off('other', 'a'), off(OWNER.ref, 'b')), OWNER)).toEqual({
      ...NONE,
      cookies: ['b'],
      enabled: false,
    });
  });

  test.each([
    ['null', null],
    ['objects without a name', [{ id: 'a' }, {}]],
    ['objects with a name that is not a string', [{ name: 1 }, { name: null }, { name: ['a'] }]],
    ['odd elements', [null, undefined, 1, [], [{ name: 'a' }]]],
  ])('are empty when a list is %s', (_case, list) => {
    expect(
      fieldsOf(
        rulesOf({
          action_parameters: Object.fromEntries(FIELD_LISTS.map((each) => [FIELD_LIST[each].member, list])),
        }),
      ),
    ).toEqual(NONE);
  });
});

describe('the rule for fields', () => {
  const fields: Fields = {
    ...NONE,
    request_headers: ['b', 'a'],
    cookies: ['Sid'],
    description: 'ours',
    enabled: false,
  };

  test.each([
    ['keeps its identity where the owner wrote it', 'zonewright-1', { id: 'id0' }],
    ['is a new one where another object wrote it', 'zonewright-2', {}],
    ['is a new one where it was imported', 'theirs', {}],
  ])('%s, and keeps members that the provider does not manage', (_case, ref, identity) => {
    const present = rulesOf({
      ref,
      description: 'theirs',
      action_parameters: {
        request_fields: [{ name: 'z' }, { name: 'b', preserve: true }],
        response_fields: [{ name: 'x' }],
        later_fields: [{ name: 't' }],
        later: { more: [1] },
      },
    });
    expect(ruleFor(fields, present, { ...OWNER, imported: ['theirs'] })).toEqual({
      ...identity,
      ref: 'zonewright-1',
      action: 'log_custom_field',
      expression: 'true',
      description: 'ours',
      enabled: false,
      action_parameters: {
        later_fields: [{ name: 't' }],
        later: { more: [1] },
        request_fields: [{ name: 'b', preserve: true }, { name: 'a' }],
        cookie_fields: [{ name: 'Sid' }],
      },
    });
  });

  test('keeps the order of existing names, and adds new ones sorted after them', () => {
    const present = rulesOf({ action_parameters: { cookie_fields: named('m', 'c', 'gone', 'd') } });
    expect(
      ruleFor({ ...NONE, cookies: ['a', 'b', 'c', 'd', 'm', 'z'] }, present, OWNER)?.action_parameters,
    ).toEqual({
      cookie_fields: named('m', 'c', 'd', 'a', 'b', 'z'),
    });
  });

  test('preserves the declared duplicates, and says nothing of the default', () => {
    const item = (name: string, preserve_duplicates?: unknown): object => ({
      name,
      preserve_duplicates,
      x: 1,
    });
    const response_fields = [
      item('on', false),
      item('off', true),
      item('as is', false),
      item('later', 'later'),
    ];
    const present = rulesOf({ action_parameters: { response_fields } });
    const declared: Fields = {
      ...NONE,
      response_headers: ['on', 'off', 'as is', 'later'],
      raw_response_headers: ['raw'],
      preserve_duplicates: ['on', 'raw'],
    };
    expect(ruleFor(declared, present, OWNER)?.action_parameters).toEqual({
      response_fields: [item('on', true), item('off'), ...response_fields.slice(2)],
      raw_response_fields: [{ name: 'raw', preserve_duplicates: true }],
    });
  });

  test('joins several rules, and keeps the other members of each', () => {
    const present = rulesOf(
      { enabled: false, action_parameters: { cookie_fields: named('off') } },
      {
        action_parameters: {
          cookie_fields: [{ name: 'a', note: 1 }],
          later_fields: named('r', 's'),
          later: 'one',
        },
      },
      {
        action_parameters: {
          cookie_fields: [
            { name: 'b', note: 2 },
            { name: 'a', note: 3 },
          ],
          later_fields: named('s', 't'),
          later: 'two',
        },
      },
    );
    expect(ruleFor({ ...NONE, cookies: ['a', 'b', 'c'] }, present, OWNER)).toEqual({
      ref: 'zonewright-1',
      action: 'log_custom_field',
      expression: 'true',
      description: '',
      enabled: true,
      action_parameters: {
        later_fields: named('r', 's', 't'),
        later: 'one',
        cookie_fields: [{ name: 'a', note: 1 }, { name: 'b', note: 2 }, { name: 'c' }],
      },
    });
  });

  test('replaces the enabled rules; a disabled one stays as it is', () => {
    const off = { enabled: false, action_parameters: { cookie_fields: named('off') } };
    const present = rulesOf(off, { ref: 'zonewright-1' }, {});
    expect(rulesWith({ ...NONE, cookies: ['a'] }, present, OWNER)).toEqual([
      { id: 'id0', ref: 'ref0', action: 'log_custom_field', expression: 'true', description: '', ...off },
      expect.objectContaining({ id: 'id1', action_parameters: { cookie_fields: named('a') } }),
    ]);
  });

  test('returns the fields that it was made for, whatever was there before', () => {
    const names = fc.uniqueArray(
      fc.constantFrom('a', 'b', 'c', 'Sid', 'caf\u00e9', 'constructor', '__proto__'),
    );
    const some = fc
      .record({
        ...perSet(() => names),
        description: fc.constantFrom('', 'ours'),
        enabled: fc.boolean(),
      })
      .map((drawn): Fields => ({
        ...drawn,
        preserve_duplicates: drawn.preserve_duplicates.filter((name) =>
          [...drawn.response_headers, ...drawn.raw_response_headers].includes(name),
        ),
      }));
    fc.assert(
      fc.property(some, fc.array(some, { maxLength: 3 }), (fields_, before) => {
        const present = rulesOf(...before.map((one) => ({ ...ruleFor(one, rulesOf(), OWNER) })));
        const saved = fieldsOf(rulesOf({ ...ruleFor(fields_, present, OWNER) }));
        expect(saved && sameFields(saved, fields_)).toBe(true);
      }),
    );
  });
});

test.each([
  [{ pointer: '/rules/0/action_parameters/transformed_request_fields' }, 'transformed_request_headers'],
  [{ pointer: '/action_parameters/response_fields/0/preserve_duplicates' }, 'preserve_duplicates'],
  [{ message: 'invalid JSON: unknown field "raw_response_fields"' }, 'raw_response_headers'],
  [{ pointer: '/rules/0/ref', message: 'unknown field "description"' }, undefined],
])('a refusal of %j is about %s', (error, attribute) => {
  const errors = [{ message: '', ...error }];
  expect(fieldsList.refused?.({ errors } as unknown as ServiceError, [], undefined)).toEqual(
    attribute === undefined ? [] : [{ path: [attribute] }],
  );
});
