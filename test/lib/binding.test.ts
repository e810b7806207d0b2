import { TerraformVariable, Token } from 'cdktf';
import { describe as describeSchema, unknown } from '../../schema';
import { attributeValues } from '../../lib/binding/attribute-values';
import { camelCase, inCamelCase, spelledPath } from '../../lib/binding/spelling';
import { checkProps } from '../../lib/binding/checks';
import { known } from '../../lib/binding/known';
import { ZoneResource } from '../../lib/elements/zone-resource';
import { ZoneProvider } from '../../lib';
import { synthPart, testStack } from './synth';
const description = 'For the test.';

/** A resource with an attribute of every kind. */
const standIn = describeSchema({
  type: 'zone_stand_in',
  version: 0,
  description,
  attributes: {
    a_string: { type: 'string', required: true, description },
    a_bool: { type: 'bool', optional: true, description },
    an_int: { type: 'int', optional: true, computed: true, description },
    a_list: { type: { list: 'string' }, optional: true, description },
    a_set: { type: { set: 'string' }, optional: true, description },
    a_map: { type: { map: 'string' }, optional: true, description },
    computed: { type: { list: 'bool' }, computed: true, description },
    only_one: {
      nested: 'single',
      optional: true,
      description,
      attributes: { inner_name: { type: 'string', required: true, description } },
    },
    many_of: {
      nested: 'list',
      optional: true,
      description,
      attributes: { inner_name: { type: 'string', required: true, description } },
    },
    by_name: {
      nested: 'map',
      optional: true,
      description,
      attributes: { inner_name: { type: 'string', required: true, description } },
    },
  },
});

describe('the binding of a schema', () => {
  test('synthesizes every kind of attribute, nested ones and tokens included', () => {
    const stack = testStack();
    new ZoneProvider(stack, 'zone');
    const token = new TerraformVariable(stack, 'v', {});
    new ZoneResource(
      stack,
      'thing',
      standIn,
      () => ({
        aString: 'a',
        aBool: token.booleanValue,
        anInt: token.numberValue,
        aList: ['x', token.stringValue],
        aSet: token.listValue,
        aMap: { keptAsItIs: 'v' },
        onlyOne: { innerName: token.stringValue },
        manyOf: [{ innerName: 'one' }, { innerName: 'two' }],
        byName: { keptAsItIs: { innerName: 'three' } },
      }),
      {},
    );
    expect(synthPart(stack, 'resource')).toEqual({
      zone_stand_in: {
        thing: {
          a_string: 'a',
          a_bool: '${var.v}',
          an_int: '${var.v}',
          a_list: ['x', '${var.v}'],
          a_set: '${var.v}',
          a_map: { keptAsItIs: 'v' },
          only_one: { inner_name: '${var.v}' },
          many_of: [{ inner_name: 'one' }, { inner_name: 'two' }],
          by_name: { keptAsItIs: { inner_name: 'three' } },
        },
      },
    });
  });

  test.each([
    [
      'a member that is missing',
      { manyOf: [{ innerName: 'a' }, {}] },
      ['many_of', 1, 'inner_name'],
      'not_set',
    ],
    ['a member of another type', { onlyOne: { innerName: 1 } }, ['only_one', 'inner_name'], 'wrong_type'],
    ['an object for a list', { manyOf: {} }, ['many_of'], 'wrong_type'],
    ['a text for an object', { manyOf: [{ innerName: 'a' }, 'b'] }, ['many_of', 1], 'wrong_type'],
    ['a number in a map', { aMap: { x: 1 } }, ['a_map', 'x'], 'wrong_type'],
    ['an instance of a class', { aMap: new Date(0) }, ['a_map'], 'wrong_type'],
  ])('finds %s', (_, props, path, code) => {
    const problems = checkProps(standIn, { aString: 'a', ...props });
    expect(problems.map((problem) => ({ path: problem.path, code: problem.code }))).toEqual([{ path, code }]);
  });

  test('leaves out attributes that are only computed', () => {
    expect(Object.keys(attributeValues(standIn.attributes, { aString: 'a', other: 1 }))).toEqual([
      'a_string',
    ]);
  });
});

describe('the known part of a value', () => {
  const list = Token.asList(Token.asAny('x'));
  test.each([
    ['nothing', undefined, null],
    ['a text', 'Accept', 'Accept'],
    ['a text with a token in it', `x-${Token.asString(Token.asAny('x'))}`, unknown],
    ['an expression', 'x-${var.x}', unknown],
    ['a dollar sign alone', 'a$b{c}%', 'a$b{c}%'],
    ['a number', 40, 40],
    ['a resolvable', Token.asAny(true), unknown],
    ['a text with a number token in it', `n-${Token.asNumber(Token.asAny('x'))}`, unknown],
    ['a list', ['a', 'b'], ['a', 'b']],
    ['a list token', list, unknown],
    ['a list with a token in it', ['a', Token.asString(Token.asAny('x'))], ['a', unknown]],
    ['a list that a list token was spread into', ['a', ...list], ['a', unknown]],
    ['an object with a token in it', { a: { b: Token.asAny(1) } }, { a: { b: unknown } }],
  ])('is correct for %s', (_, value, expected) => {
    expect(known(value)).toEqual(expected);
  });
});

describe('spelling', () => {
  test.each([
    ['zone_id', 'zoneId'],
    ['max_requests_per_second', 'maxRequestsPerSecond'],
    ['sha_256_sum', 'sha256Sum'],
    ['cookies', 'cookies'],
  ])('of the attribute %s is %s', (name, expected) => {
    expect(camelCase(name)).toBe(expected);
  });

  test.each([
    ['set max_custom_fields on the provider', 'set maxCustomFields on the provider'],
    ['"zone_id" was written, zone_id is meant', '"zone_id" was written, zoneId is meant'],
    ['"a \\" zone_id" and zone_id', '"a \\" zone_id" and zoneId'],
    ['the phase http_log_custom_fields', 'the phase http_log_custom_fields'],
  ])('in "%s" becomes camel case', (message, expected) => {
    expect(inCamelCase(message)).toBe(expected);
  });

  test('of a path is as in TypeScript', () => {
    expect(spelledPath(['request_headers', 2])).toBe('requestHeaders[2]');
    expect(spelledPath(['many_of', 0, 'inner_name'])).toBe('manyOf[0].innerName');
  });

  test.each([
    [['rules', 0, 'execute', 'ruleset_id'], 'rules[0].execute.rulesetId'],
    [['adjustments', 'my_waf', 'rules', '0a', 'ruleset_id'], 'adjustments.my_waf.rules.0a.rulesetId'],
    [['overrides', 'categories', 'rules', 'score_threshold'], 'overrides.categories.rules.scoreThreshold'],
    [['rules', 1, 'skip', 'rules', 'a-b.c', 0], 'rules[1].skip.rules["a-b.c"][0]'],
    [['rules', 0, 'action_parameters'], 'rules[0].actionParameters'],
  ] as const)('of %j keeps the keys of maps as they are', (path, expected) => {
    expect(spelledPath(path)).toBe(expected);
  });
});
