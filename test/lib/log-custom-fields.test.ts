import childProcess from 'node:child_process';
import { TerraformResource, type TerraformStack, TerraformVariable, Testing, Token } from 'cdktf';
import { Construct } from 'constructs';
import { LogCustomFields, ZoneProvider, type ZoneProviderProps } from '../../lib';
import { ZONE, zoneStack } from './logpush-stack';
import { synthPart, synthResource, testStack, validationErrors } from './synth';

const fieldsOf = (stack: TerraformStack): unknown =>
  (synthPart(stack, 'resource') as Record<string, unknown>)['zone_log_custom_fields'];

describe('a list of custom log fields', () => {
  test('is imported without starting the engine, as a plain resource of cdktf would', () => {
    const stack = zoneStack();
    new LogCustomFields(stack, 'fields', { zoneId: ZONE, cookies: ['a'] }).importFrom();
    const plain = zoneStack();
    new TerraformResource(plain, 'any', { terraformResourceType: 'any' }).importFrom('id');
    const started = jest.spyOn(childProcess, 'execSync');
    expect(validationErrors(stack)).toEqual([]);
    expect(started).not.toHaveBeenCalled();
    expect(validationErrors(plain)).toEqual([]);
    expect(started).toHaveBeenCalled();
    started.mockRestore();
  });

  test('is written as HCL, with its provider and its import', () => {
    const stack = zoneStack();
    const provider = new ZoneProvider(stack, 'other', { alias: 'other' });
    const props = { zoneId: ZONE, cookies: ['a', '${var.c}'], enabled: false, provider };
    new LogCustomFields(stack, 'fields', props).resource.importFrom(ZONE, provider);
    expect(synthPart(stack, 'import')).toMatchObject([{ provider: 'zone.other' }]);
    expect(Testing.synthHcl(stack, true)).toContain(
      'cookies = [\n"a",\n"${var.c}"\n]\nenabled = false\nprovider = "zone.other"\n}\n\n' +
        `import {\nto = zone_log_custom_fields.fields\nid = "${ZONE}"\nprovider = zone.other\n}`,
    );
  });

  test('allows overrides on its resource', () => {
    const stack = zoneStack();
    const fields = new LogCustomFields(stack, 'fields', { zoneId: ZONE, cookies: ['a'] });
    fields.resource.addOverride('description', 'overridden');
    expect(fields.node.defaultChild).toBe(fields.resource);
    expect(fieldsOf(stack)).toEqual({ fields: { zone_id: ZONE, cookies: ['a'], description: 'overridden' } });
  });
});

describe('tokens in custom log fields', () => {
  test('may be null', () => {
    const stack = zoneStack();
    const description = Token.nullValue() as unknown as string;
    new LogCustomFields(stack, 'fields', { zoneId: ZONE, cookies: ['a'], description });
    expect(fieldsOf(stack)).toEqual({ fields: { zone_id: ZONE, cookies: ['a'], description: null } });
  });

  test('are joined with contributed names', () => {
    const stack = zoneStack();
    const headers = new TerraformVariable(stack, 'headers', {}).listValue;
    const names = { requestHeaders: headers, cookies: headers };
    const fields = new LogCustomFields(stack, 'fields', { zoneId: ZONE, ...names });
    fields.addRequestHeader('x-request-id').addRequestHeader('accept');
    expect(fieldsOf(stack)).toEqual({
      fields: {
        zone_id: ZONE,
        request_headers: '${setunion(var.headers, ["x-request-id", "accept"])}',
        cookies: '${var.headers}',
      },
    });
  });
});

test('the lists of today are contributed to, preserve duplicates, and share the log fields of the others', () => {
  const stack = zoneStack();
  const [rawResponseHeaders, preserveDuplicates] = [['age'], ['age', 'etag']];
  const fields = new LogCustomFields(stack, 'fields', {
    zoneId: ZONE,
    rawResponseHeaders,
    preserveDuplicates,
  });
  fields.addResponseHeader('etag').addTransformedRequestHeader('x-sent');
  expect(fields.logFields).toEqual(['RequestHeaders', 'ResponseHeaders']);
  fields.addRequestHeader('accept');
  const lists = {
    request_headers: ['accept'],
    transformed_request_headers: ['x-sent'],
    response_headers: ['etag'],
    raw_response_headers: ['age'],
    preserve_duplicates: ['age', 'etag'],
  };
  expect(fieldsOf(stack)).toEqual({ fields: { zone_id: ZONE, ...lists } });
  expect([fields.rawResponseHeaders, fields.transformedRequestHeaders]).toEqual([['age'], ['x-sent']]);
  expect([fields.enabled, fields.hasUnknownNames]).toEqual([true, false]);
  fields.addRawResponseHeader('etag', new Construct(stack, 'blue'));
  expect(validationErrors(stack)).toEqual([
    expect.stringContaining('"etag" is in rawResponseHeaders and in responseHeaders. stack/blue added it.'),
  ]);
});

test('preserveDuplicates may name a header that only the engine knows', () => {
  const stack = zoneStack();
  const responseHeaders = new TerraformVariable(stack, 'headers', {}).listValue;
  const props = { zoneId: ZONE, responseHeaders, preserveDuplicates: ['age'] };
  new LogCustomFields(stack, 'fields', props).addResponseHeader('server');
  expect(validationErrors(stack)).toEqual([]);
});

describe('the limit of custom fields', () => {
  const limit = (maxCustomFields: number) => (): ZoneProviderProps => ({ maxCustomFields });
  const unknown = (stack: TerraformStack): ZoneProviderProps => ({
    maxCustomFields: new TerraformVariable(stack, 'max', {}).numberValue,
  });
  const overLimit = (most: number): string =>
    `[stack/fields] requestHeaders: There are 12 custom fields (requestHeaders 12, responseHeaders 0, cookies 0); a zone may have at most ${most}. Remove ${12 - most}. The limit counts the names of all lists together. If the service grants the zone more, set maxCustomFields on the provider.`;

  test.each<[string, (stack: TerraformStack) => ZoneProviderProps, number, boolean, string[]]>([
    ['is that of the provider in the stack', limit(10), 12, false, [overLimit(10)]],
    ['is not exceeded by as many', limit(12), 12, false, []],
    ['is that of the named provider', () => ({}), 12, true, [overLimit(11)]],
    ['is not that of another alias', () => ({}), 12, false, []],
    ['is left to the plan when it is unknown', unknown, 60, false, []],
  ])('%s', (_case, propsOf, count, isNamed, expected) => {
    const stack = testStack();
    const provider = new ZoneProvider(stack, 'small', { alias: 'small', maxCustomFields: 11 });
    new ZoneProvider(stack, 'zone', propsOf(stack));
    const requestHeaders = Array.from({ length: count }, (_, index) => `a${index}`);
    new LogCustomFields(stack, 'fields', { zoneId: ZONE, requestHeaders, ...(isNamed && { provider }) });
    expect(validationErrors(stack)).toEqual(expected);
  });
});

describe('custom fields added by several teams', () => {
  function teams() {
    const stack = zoneStack();
    const fields = new LogCustomFields(stack, 'fields', { zoneId: ZONE, requestHeaders: ['accept'] });
    return { stack, fields, red: new Construct(stack, 'red'), blue: new Construct(stack, 'blue') };
  }

  test('with the same name: the error names both', () => {
    const { stack, fields, red, blue } = teams();
    fields.addCookie('id', red).addCookie('id', blue).addRequestHeader('accept', blue);
    // Which does not count beside the same in another list.
    fields.addResponseHeader('accept', red);
    expect(validationErrors(stack)).toEqual([
      '[stack/fields] requestHeaders: "accept" is added by stack/fields and by stack/blue. A zone logs each name once. Keep it in one place.',
      '[stack/fields] cookies: "id" is added by stack/red and by stack/blue. A zone logs each name once. Keep it in one place.',
    ]);
  });

  test('with a malformed name: the error says who added it', () => {
    const { stack, fields, red, blue } = teams();
    fields.addRequestHeader('accept', red).addRequestHeader('x-ok', red).addRequestHeader('X-Blue', blue);
    expect(validationErrors(stack)).toEqual([
      `[stack/fields] requestHeaders: The header name "X-Blue" is not in lower case. stack/blue added it. The service accepts header names only in lower case, without spaces. Write "x-blue".`,
      '[stack/fields] requestHeaders: "accept" is added by stack/fields and by stack/red. A zone logs each name once. Keep it in one place.',
    ]);
  });

  test('twice by one team count once, as from an Aspect that visits again', () => {
    const { stack, fields, red } = teams();
    fields.addCookie('id', red).addCookie('id', red);
    // What only the engine knows may be two names.
    fields.addResponseHeader('${var.name}', red).addResponseHeader('${var.name}');
    expect(validationErrors(stack)).toEqual([]);
    expect(synthResource(stack, 'zone_log_custom_fields', 'fields')).toMatchObject({ cookies: ['id'] });
    expect([fields.responseHeaders, fields.hasUnknownNames]).toEqual([[], true]);
  });
});
