import {
  Annotations,
  type App,
  Aspects,
  Lazy,
  TerraformIterator,
  TerraformOutput,
  TerraformStack,
  Testing,
  Token,
} from 'cdktf';
import { Construct } from 'constructs';
import { LogCustomFields, ZoneProvider } from '../../lib';
import { problemsOf } from '../../testing';
import { ZONE, zoneStack } from './zone-stacks';

test('problemsOf returns the problems of all stacks at once, as data', () => {
  const app = Testing.app();
  const first = zoneStack('first', {}, app);
  new LogCustomFields(first, 'fields', { zoneId: ZONE, requestHeaders: ['content-type', 'X-Request-Id'] });
  const second = zoneStack('second', { maxRetries: 99 }, app);
  new LogCustomFields(second, 'fields', { zoneId: 'zone', cookies: [] });
  expect(() => app.synth()).toThrow();
  expect(problemsOf(app)).toEqual([
    {
      construct: 'first/fields',
      code: 'header_name_not_lower_case',
      path: ['request_headers', 1],
      prop: 'requestHeaders[1]',
      message: expect.stringContaining('"X-Request-Id"') as unknown,
      hint: expect.stringContaining('x-request-id') as unknown,
    },
    expect.objectContaining({ construct: 'second/provider', path: ['max_retries'], prop: 'maxRetries' }),
    expect.objectContaining({ construct: 'second/fields', prop: 'zoneId' }),
    expect.objectContaining({ construct: 'second/fields', path: [], prop: '' }),
  ]);
  expect(problemsOf(second).map(({ construct }) => construct)).toEqual([
    'second/provider',
    'second/fields',
    'second/fields',
  ]);
});

test('problemsOf includes what other constructs and aspects report', () => {
  const stack = new TerraformStack(Testing.app(), 'stack');
  new ZoneProvider(stack, 'zone');
  const fields = new LogCustomFields(stack, 'fields', { zoneId: ZONE, cookies: ['sid'] });
  fields.node.addValidation({ validate: () => ['somebody else does not like it'] });
  Aspects.of(stack).add({
    visit: (node) => {
      if (node instanceof LogCustomFields) Annotations.of(node).addError('cookies are not logged here');
    },
  });
  expect(problemsOf(stack)).toEqual([
    expect.objectContaining({
      construct: 'stack/fields',
      code: 'validation',
      message: 'somebody else does not like it',
    }),
    expect.objectContaining({
      construct: 'stack/fields',
      code: 'annotation',
      message: 'cookies are not logged here',
    }),
  ]);
});

test('a stack of no app is a problem', () => {
  const stack = new TerraformStack(new Construct(undefined as never, ''), 'alone');
  expect(problemsOf(stack)).toMatchObject([{ construct: 'alone', code: 'synthesis_failed' }]);
});

describe('whatever a synthesis throws is a problem:', () => {
  const fail = (thrown: unknown) => (): never => {
    throw thrown;
  };
  const boom = fail(new Error('no such zone'));
  const FAILED = { construct: 'broken', code: 'synthesis_failed', message: 'no such zone' };
  const rows: Readonly<Record<string, readonly [(team: Construct, stack: TerraformStack) => void, object]>> =
    {
      'an Aspect': [(one) => Aspects.of(one).add({ visit: boom }), FAILED],
      'a text': [(one) => Aspects.of(one).add({ visit: fail('no such zone') }), FAILED],
      nothing: [(one) => Aspects.of(one).add({ visit: fail(undefined) }), { message: 'undefined' }],
      'a late composition': [
        (one, stack) =>
          Aspects.of(one).add({
            visit: () => void new LogCustomFields(stack.node.root as App, 'x', {} as never),
          }),
        { construct: 'x', code: 'outside_of_stack' },
      ],
      'a validation': [
        (one) => one.node.addValidation({ validate: boom }),
        { ...FAILED, construct: 'broken/team' },
      ],
      'a Lazy of an output': [
        (_, stack) => new TerraformOutput(stack, 'o', { value: Lazy.anyValue({ produce: boom }) }),
        { construct: 'broken', message: expect.stringContaining('no such zone') as unknown },
      ],
      'a list that is taken apart in an output': [
        (_, stack) => new TerraformOutput(stack, 'o', { value: Token.asList(Token.asAny('x'))[0] }),
        { construct: 'broken', message: expect.stringContaining('list token') as unknown },
      ],
      'forEach and count': [
        (_, stack) =>
          new LogCustomFields(stack, 'fields', {
            zoneId: ZONE,
            cookies: ['a'],
            count: 1,
            forEach: TerraformIterator.fromList(['a']),
          }),
        { construct: 'broken', message: expect.stringContaining('mutually exclusive') as unknown },
      ],
    };

  test.each(Object.entries(rows))('%s, beside those of other stacks', (_, [compose, expected]) => {
    const app = Testing.app();
    const broken = zoneStack('broken', {}, app);
    compose(new Construct(broken, 'team'), broken);
    const other = zoneStack('other', {}, app);
    new LogCustomFields(other, 'fields', { zoneId: 'f'.repeat(32), cookies: [] });
    const others = expect.objectContaining({ construct: 'other/fields' }) as unknown;
    expect(problemsOf(app).filter(({ construct }) => !construct.startsWith('other'))).toEqual([
      expect.objectContaining(expected),
    ]);
    expect(problemsOf(app)).toContainEqual(others);
    expect(() => app.synth()).toThrow();
  });
});
