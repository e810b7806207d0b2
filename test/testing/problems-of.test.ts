import { Annotations, Aspects, TerraformStack, Testing } from 'cdktf';
import { LogCustomFields } from '../../lib';
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

test('problemsOf returns nothing for an app without problems', () => {
  const stack = zoneStack();
  new LogCustomFields(stack, 'fields', { zoneId: ZONE, cookies: ['sid'] });
  expect(problemsOf(stack)).toEqual([]);
});
