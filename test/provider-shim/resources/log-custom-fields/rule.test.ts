import fc from 'fast-check';
import type { Rule } from '../../../../provider-shim/api';
import { sameFields, type Fields } from '../../../../provider-shim/resources/log-custom-fields/fields';
import { fieldsOf, ruleFor } from '../../../../provider-shim/resources/log-custom-fields/rule';
import { named, rulesetWith } from './ruleset';

const NONE: Fields = {
  request_headers: [],
  response_headers: [],
  cookies: [],
  description: '',
  enabled: true,
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
        request_headers: ['b', 'a'],
        response_headers: ['x'],
        cookies: ['Sid'],
        description: 'ours',
        enabled: true,
      },
    ],
    ['are empty where a list is left out', [{ action_parameters: {} }], NONE],
    ['are empty without parameters', [{}], NONE],
    [
      'are still told when the rule is switched off',
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
      'of several rules, none in force, are all of them, switched off',
      [
        { enabled: false, action_parameters: { cookie_fields: named('a') } },
        { enabled: false, action_parameters: { cookie_fields: named('b') } },
      ],
      { ...NONE, cookies: ['a', 'b'], enabled: false },
    ],
    [
      'have names in the form that the engine has them in, each once',
      [{ description: 'cafe\u0301', action_parameters: { cookie_fields: named('cafe\u0301', 'caf\u00e9') } }],
      { ...NONE, cookies: ['caf\u00e9'], description: 'caf\u00e9' },
    ],
  ])('%s', (_case, rules, expected) => {
    expect(fieldsOf(rulesetWith(...rules))).toEqual(expected);
  });

  test.each([
    ['text', 'a'],
    ['a number', 1],
    ['null', null],
    ['an object', { name: 'a' }],
    ['texts', ['a', 'b']],
    ['objects without a name', [{ id: 'a' }, {}]],
    ['objects with a name that is no text', [{ name: 1 }, { name: null }, { name: ['a'] }]],
    ['odd elements', [null, undefined, 1, [], [{ name: 'a' }]]],
  ])('are empty where a list is %s', (_case, list) => {
    expect(
      fieldsOf(
        rulesetWith({
          action_parameters: { request_fields: list, response_fields: list, cookie_fields: list },
        }),
      ),
    ).toEqual(NONE);
  });
});

describe('the rule for fields', () => {
  const fields: Fields = {
    request_headers: ['b', 'a'],
    response_headers: [],
    cookies: ['Sid'],
    description: 'ours',
    enabled: false,
  };

  test.each([
    ['without a ruleset', undefined],
    ['in an empty ruleset', rulesetWith()],
  ])('%s is new, with names in alphabetical order and no empty list', (_case, ruleset) => {
    expect(ruleFor(fields, ruleset)).toEqual({
      action: 'log_custom_field',
      expression: 'true',
      description: 'ours',
      enabled: false,
      action_parameters: { request_fields: named('a', 'b'), cookie_fields: named('Sid') },
    });
  });

  test('keeps the identity of the rule that is there, and what cannot be written here', () => {
    const present = rulesetWith({
      description: 'theirs',
      action_parameters: {
        request_fields: [{ name: 'z' }, { name: 'b', preserve: true }],
        response_fields: [{ name: 'x' }],
        transformed_request_fields: [{ name: 't' }],
        later: { more: [1] },
      },
    });
    expect(ruleFor(fields, present)).toEqual({
      id: 'id0',
      ref: 'ref0',
      action: 'log_custom_field',
      expression: 'true',
      description: 'ours',
      enabled: false,
      action_parameters: {
        transformed_request_fields: [{ name: 't' }],
        later: { more: [1] },
        request_fields: [{ name: 'b', preserve: true }, { name: 'a' }],
        cookie_fields: [{ name: 'Sid' }],
      },
    });
  });

  test('keeps the names that stay in their place, and puts new ones behind them in alphabetical order', () => {
    const present = rulesetWith({ action_parameters: { cookie_fields: named('m', 'c', 'gone', 'd') } });
    expect(ruleFor({ ...NONE, cookies: ['a', 'b', 'c', 'd', 'm', 'z'] }, present).action_parameters).toEqual({
      cookie_fields: named('m', 'c', 'd', 'a', 'b', 'z'),
    });
  });

  test('keeps the bytes of a name that is the same in another Unicode form', () => {
    const present = rulesetWith({ action_parameters: { cookie_fields: [{ name: 'cafe\u0301', note: 1 }] } });
    expect(ruleFor({ ...NONE, cookies: ['caf\u00e9'] }, present).action_parameters).toEqual({
      cookie_fields: [{ name: 'cafe\u0301', note: 1 }],
    });
  });

  test('joins several rules, and keeps what each has beside its names', () => {
    const present = rulesetWith(
      { enabled: false, action_parameters: { cookie_fields: named('off') } },
      {
        action_parameters: {
          cookie_fields: [{ name: 'a', note: 1 }],
          raw_response_fields: named('r', 's'),
          later: 'one',
        },
      },
      {
        action_parameters: {
          cookie_fields: [
            { name: 'b', note: 2 },
            { name: 'a', note: 3 },
          ],
          raw_response_fields: named('s', 't'),
          later: 'two',
        },
      },
    );
    expect(ruleFor({ ...NONE, cookies: ['a', 'b', 'c'] }, present)).toEqual({
      id: 'id1',
      ref: 'ref1',
      action: 'log_custom_field',
      expression: 'true',
      description: '',
      enabled: true,
      action_parameters: {
        raw_response_fields: named('r', 's', 't'),
        later: 'one',
        cookie_fields: [{ name: 'a', note: 1 }, { name: 'b', note: 2 }, { name: 'c' }],
      },
    });
  });

  test('takes no identity that is empty', () => {
    expect(ruleFor(NONE, rulesetWith({ id: '', ref: '' }))).toEqual({
      action: 'log_custom_field',
      expression: 'true',
      description: '',
      enabled: true,
      action_parameters: {},
    });
  });

  test('tells the fields that it was made for, whatever was there before', () => {
    const names = fc.uniqueArray(
      fc.constantFrom('a', 'b', 'c', 'Sid', 'caf\u00e9', 'constructor', '__proto__'),
    );
    const some = fc.record<Fields>({
      request_headers: names,
      response_headers: names,
      cookies: names,
      description: fc.constantFrom('', 'ours'),
      enabled: fc.boolean(),
    });
    fc.assert(
      fc.property(some, fc.array(some, { maxLength: 3 }), (fields_, before) => {
        const present = rulesetWith(...before.map((one) => ({ ...ruleFor(one, undefined) })));
        const saved = fieldsOf(rulesetWith({ ...ruleFor(fields_, present) }));
        expect(saved && sameFields(saved, fields_)).toBe(true);
      }),
    );
  });
});
