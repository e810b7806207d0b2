import childProcess from 'node:child_process';
import {
  Fn,
  TerraformIterator,
  TerraformOutput,
  TerraformResource,
  type TerraformStack,
  TerraformVariable,
  Token,
} from 'cdktf';
import { Construct } from 'constructs';
import { LogCustomFields } from '../../lib';
import { OF_ZONE_STACK, ZONE, zoneStack } from './logpush-stack';
import { synth, synthPart, validationErrors } from './synth';

const fieldsOf = (stack: TerraformStack): unknown =>
  (synthPart(stack, 'resource') as Record<string, unknown>)['zone_log_custom_fields'];

describe('a list of custom log fields', () => {
  test('synthesizes to one resource under the id of the construct', () => {
    const stack = zoneStack();
    const fields = new LogCustomFields(stack, 'fields', {
      zoneId: ZONE,
      requestHeaders: ['content-type'],
      responseHeaders: ['server-timing'],
      cookies: ['session_ID'],
      description: 'what we read',
      enabled: false,
    });
    new TerraformOutput(stack, 'ruleset', { value: fields.rulesetId });
    expect(synth(stack)).toEqual({
      ...OF_ZONE_STACK,
      resource: {
        zone_log_custom_fields: {
          fields: {
            zone_id: ZONE,
            request_headers: ['content-type'],
            response_headers: ['server-timing'],
            cookies: ['session_ID'],
            description: 'what we read',
            enabled: false,
          },
        },
      },
      output: { ruleset: { value: '${zone_log_custom_fields.fields.ruleset_id}' } },
    });
  });

  test('omits what is not set', () => {
    const stack = zoneStack();
    new LogCustomFields(stack, 'fields', { zoneId: ZONE, requestHeaders: [], cookies: ['a'] });
    expect(fieldsOf(stack)).toEqual({ fields: { zone_id: ZONE, cookies: ['a'] } });
  });

  test('can be repeated for each zone of a collection', () => {
    const stack = zoneStack();
    const zones = TerraformIterator.fromList(['a', 'b']);
    const fields = new LogCustomFields(stack, 'fields', {
      zoneId: zones.value as string,
      cookies: ['a'],
      forEach: zones,
    });
    new TerraformOutput(stack, 'rulesets', { value: fields.rulesetId });
    expect(synthPart(stack, 'resource')).toEqual({
      zone_log_custom_fields: {
        fields: { for_each: '${toset(["a", "b"])}', zone_id: '${each.value}', cookies: ['a'] },
      },
    });
    expect(synthPart(stack, 'output')).toEqual({
      rulesets: { value: '${values(zone_log_custom_fields.fields)[*].ruleset_id}' },
    });
  });

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

  test('allows overrides on its resource', () => {
    const stack = zoneStack();
    const fields = new LogCustomFields(stack, 'fields', { zoneId: ZONE, cookies: ['a'] });
    fields.resource.addOverride('description', 'overridden');
    expect(fields.node.defaultChild).toBe(fields.resource);
    expect(fieldsOf(stack)).toEqual({ fields: { zone_id: ZONE, cookies: ['a'], description: 'overridden' } });
  });
});

describe('tokens in custom log fields', () => {
  test('are passed on unchanged, whatever their type', () => {
    const stack = zoneStack();
    const variable = (id: string): TerraformVariable => new TerraformVariable(stack, id, {});
    new LogCustomFields(stack, 'fields', {
      zoneId: variable('zone_id').stringValue,
      requestHeaders: variable('headers').listValue,
      responseHeaders: ['server', variable('Header').stringValue, `x-${variable('Suffix').stringValue}`],
      cookies: Fn.split(',', variable('cookies').stringValue),
      enabled: variable('enabled').booleanValue,
      description: Token.nullValue() as unknown as string,
    });
    expect(fieldsOf(stack)).toEqual({
      fields: {
        zone_id: '${var.zone_id}',
        request_headers: '${var.headers}',
        response_headers: ['server', '${var.Header}', 'x-${var.Suffix}'],
        cookies: '${split(",", var.cookies)}',
        enabled: '${var.enabled}',
        description: null,
      },
    });
  });

  test('are joined with contributed names', () => {
    const stack = zoneStack();
    const headers = new TerraformVariable(stack, 'headers', {}).listValue;
    const fields = new LogCustomFields(stack, 'fields', { zoneId: ZONE, requestHeaders: headers });
    fields.addRequestHeader('x-request-id').addRequestHeader('accept');
    expect(fieldsOf(stack)).toEqual({
      fields: {
        zone_id: ZONE,
        request_headers: '${setunion(var.headers, ["x-request-id", "accept"])}',
      },
    });
  });
});

test('contributions to custom log fields by several teams make one list', () => {
  const stack = zoneStack();
  const fields = new LogCustomFields(stack, 'fields', { zoneId: ZONE, requestHeaders: ['accept'] });
  const [red, blue] = [new Construct(stack, 'red'), new Construct(stack, 'blue')];
  fields.addRequestHeader('x-red', red).addResponseHeader('server', red);
  fields.addRequestHeader('x-blue', blue).addCookie('blue', blue);
  expect(fieldsOf(stack)).toEqual({
    fields: {
      zone_id: ZONE,
      request_headers: ['accept', 'x-red', 'x-blue'],
      response_headers: ['server'],
      cookies: ['blue'],
    },
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
  fields.addResponseHeader('etag').addTransformedRequestHeader('x-sent').addRequestHeader('accept');
  const lists = {
    request_headers: ['accept'],
    transformed_request_headers: ['x-sent'],
    response_headers: ['etag'],
    raw_response_headers: ['age'],
    preserve_duplicates: ['age', 'etag'],
  };
  expect(fieldsOf(stack)).toEqual({ fields: { zone_id: ZONE, ...lists } });
  expect(fields.logFields).toEqual(['RequestHeaders', 'ResponseHeaders']);
  expect([fields.rawResponseHeaders, fields.transformedRequestHeaders]).toEqual([['age'], ['x-sent']]);
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
