import { TerraformVariable, type TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { LogCustomFields, type LogCustomFieldsProps, ZoneProvider, type ZoneProviderProps } from '../../lib';
import { synthResource, testStack, validationErrors } from './synth';

const ZONE = '023e105f4ecef8ad9ca31a8372d0c353';
const LOWER_CASE = 'The service accepts header names only in lower case, without spaces.';
const names = (count: number, prefix: string): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

function stackWith(props: unknown, provider: ZoneProviderProps = {}): TerraformStack {
  const stack = testStack();
  new ZoneProvider(stack, 'zone', provider);
  new LogCustomFields(stack, 'fields', props as LogCustomFieldsProps);
  return stack;
}

describe('LogCustomFields reports at synth what is wrong, what it got and what to do:', () => {
  const cases: readonly (readonly [string, object, readonly string[]])[] = [
    [
      'an environment variable that is not set',
      { zoneId: undefined, cookies: [undefined] },
      ['zoneId', 'cookies[0]'].map(
        (path) =>
          `${path}: A value is required here. Give one. A value from the environment is undefined when its variable is not set.`,
      ),
    ],
    [
      'values of other types',
      { zoneId: 7, requestHeaders: 'accept', cookies: [true], enabled: 'yes' },
      [
        'zoneId: Expected a string, got the number 7. Give a string, or a token that stands for it.',
        'requestHeaders: Expected a list, got a value of type string. Give a list, or a token that stands for it.',
        'cookies[0]: Expected a string, got a value of type boolean. Give a string, or a token that stands for it.',
        'enabled: Expected true or false, got a value of type string. Give true or false, or a token that stands for it.',
      ],
    ],
  ];

  test.each(cases)('%s', (_, props, expected) => {
    expect(validationErrors(stackWith(props))).toEqual(expected.map((line) => `[stack/fields] ${line}`));
  });
});

describe('the limit of custom fields', () => {
  const props = { zoneId: ZONE, requestHeaders: names(12, 'a') };
  const overLimit = (limit: number): readonly string[] => [
    `[stack/fields] requestHeaders: There are 12 custom fields (requestHeaders 12, responseHeaders 0, cookies 0); a zone may have at most ${limit}. Remove ${12 - limit}. The limit counts the names of all lists together. If the service grants the zone more, set maxCustomFields on the provider.`,
  ];

  test('is that of the provider in the stack', () => {
    expect(validationErrors(stackWith(props, { maxCustomFields: 10 }))).toEqual(overLimit(10));
    expect(validationErrors(stackWith(props, { maxCustomFields: 12 }))).toEqual([]);
  });

  test('is that of the named provider', () => {
    const stack = testStack();
    new ZoneProvider(stack, 'zone');
    const provider = new ZoneProvider(stack, 'small', { alias: 'small', maxCustomFields: 11 });
    new LogCustomFields(stack, 'fields', { ...props, provider });
    expect(validationErrors(stack)).toEqual(overLimit(11));
  });

  test('is not that of another alias', () => {
    const stack = stackWith(props);
    new ZoneProvider(stack, 'small', { alias: 'small', maxCustomFields: 11 });
    expect(validationErrors(stack)).toEqual([]);
  });

  test('is left to the plan when it is unknown', () => {
    const stack = testStack();
    new ZoneProvider(stack, 'zone', { maxCustomFields: new TerraformVariable(stack, 'max', {}).numberValue });
    new LogCustomFields(stack, 'fields', { zoneId: ZONE, cookies: names(60, 'c') });
    expect(validationErrors(stack)).toEqual([]);
  });
});

describe('custom fields added by several teams', () => {
  function teams(): { stack: TerraformStack; fields: LogCustomFields; red: Construct; blue: Construct } {
    const stack = testStack();
    new ZoneProvider(stack, 'zone');
    const fields = new LogCustomFields(stack, 'fields', { zoneId: ZONE, requestHeaders: ['accept'] });
    return { stack, fields, red: new Construct(stack, 'red'), blue: new Construct(stack, 'blue') };
  }

  test('with the same name: the error names both', () => {
    const { stack, fields, red, blue } = teams();
    fields.addCookie('id', red).addCookie('id', blue).addRequestHeader('accept', blue);
    expect(validationErrors(stack)).toEqual([
      '[stack/fields] requestHeaders: "accept" is added by stack/fields and by stack/blue. A zone logs each name once. Keep it in one place.',
      '[stack/fields] cookies: "id" is added by stack/red and by stack/blue. A zone logs each name once. Keep it in one place.',
    ]);
  });

  test('may have the same name in different lists', () => {
    const { stack, fields, red, blue } = teams();
    fields.addResponseHeader('accept', red).addCookie('accept', blue);
    expect(validationErrors(stack)).toEqual([]);
  });

  test('with a malformed name: the error says who added it', () => {
    const { stack, fields, red, blue } = teams();
    fields.addRequestHeader('accept', red).addRequestHeader('x-ok', red).addRequestHeader('X-Blue', blue);
    expect(validationErrors(stack)).toEqual([
      `[stack/fields] requestHeaders: The header name "X-Blue" is not in lower case. stack/blue added it. ${LOWER_CASE} Write "x-blue".`,
      '[stack/fields] requestHeaders: "accept" is added by stack/fields and by stack/red. A zone logs each name once. Keep it in one place.',
    ]);
  });

  test('twice by one team count once, as from an Aspect that visits again', () => {
    const { stack, fields, red } = teams();
    fields.addCookie('id', red).addCookie('id', red);
    expect(validationErrors(stack)).toEqual([]);
    expect(synthResource(stack, 'zone_log_custom_fields', 'fields')).toMatchObject({ cookies: ['id'] });
  });

  test('twice in the props: the error says so', () => {
    const stack = stackWith({ zoneId: ZONE, cookies: ['id', 'id'] });
    expect(validationErrors(stack)).toEqual([
      '[stack/fields] cookies: "id" is listed more than once. Each name is logged once. Remove the duplicate.',
    ]);
  });
});
