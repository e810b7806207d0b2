import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type App, Aspects, Lazy, TerraformVariable, Testing } from 'cdktf';
import { Construct } from 'constructs';
import { LogCustomFields, LogDestination, LogpushJob } from '../../../lib';
import { testApp, withProvider } from '../app-of-stacks';
import { OPEN, ZONE } from '../logpush-stack';
import { cookies } from './wrong-compositions';

type Block = Readonly<Record<string, unknown>>;
type Document = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Block>>>>>>;

/** The document of a stack as it is written, after the synthesis of the whole app. */
function written(app: App, id: string): Document {
  app.synth();
  return JSON.parse(readFileSync(join(app.outdir, 'stacks', id, 'cdk.tf.json'), 'utf8')) as Document;
}

const block = (document: Document, type: string, name: string): Block =>
  document['resource']?.[type]?.[name] ?? {};

describe('contributions', () => {
  test('from an Aspect of the stack come in time, and reach the job', () => {
    const app = testApp();
    const stack = withProvider(app, 'logs');
    const fields = new LogCustomFields(stack, 'fields', { zoneId: ZONE, cookies });
    const job = new LogpushJob(stack, 'job', { customFields: fields, destination: OPEN });
    const team = new Construct(stack, 'team');
    Aspects.of(stack).add({
      visit: (node) => {
        if (node !== team) return;
        fields.addRequestHeader('x-team', team);
        job.addField('RayID', team);
      },
    });
    const document = written(app, 'logs');
    expect(block(document, 'zone_log_custom_fields', 'fields')['request_headers']).toEqual(['x-team']);
    expect(block(document, 'zone_logpush_job', 'job')['logpull_options']).toEqual({
      fields: ['RayID', 'RequestHeaders', 'Cookies'],
    });
  });

  test('come in time after a test synthesized the stack, and after a failed synthesis', () => {
    const app = testApp();
    const stack = withProvider(app, 'logs');
    const fields = new LogCustomFields(stack, 'fields', { zoneId: ZONE });
    expect(() => app.synth()).toThrow('There are no custom fields');
    fields.addCookie('a');
    expect(Testing.synth(stack, true)).toContain('"a"');
    fields.addCookie('b');
    expect(block(written(app, 'logs'), 'zone_log_custom_fields', 'fields')['cookies']).toEqual(['a', 'b']);
  });
});

describe('a Lazy', () => {
  test('synthesizes to the value that it produces, in lists that others extend', () => {
    const app = testApp();
    const stack = withProvider(app, 'logs');
    const produced: string[] = [];
    const list = Lazy.listValue({ produce: () => produced });
    const zoneId = Lazy.stringValue({ produce: () => ZONE });
    const customFields = new LogCustomFields(stack, 'fields', { zoneId, requestHeaders: list });
    customFields.addRequestHeader('x-own');
    new LogpushJob(stack, 'job', {
      customFields,
      destination: OPEN,
      fields: Lazy.listValue({ produce: () => ['RayID'] }),
    });
    produced.push('x-late');
    const document = written(app, 'logs');
    expect(block(document, 'zone_log_custom_fields', 'fields')).toMatchObject({
      zone_id: ZONE,
      request_headers: ['x-own', 'x-late'],
    });
    expect(block(document, 'zone_logpush_job', 'job')['logpull_options']).toEqual({
      fields: ['RayID', 'RequestHeaders'],
    });
  });

  test('becomes text where the engine joins or compares it', () => {
    const app = testApp();
    const stack = withProvider(app, 'logs');
    const text = (value: string): string => Lazy.stringValue({ produce: () => value });
    const names = new TerraformVariable(stack, 'names', { type: 'list(string)' }).listValue;
    const fields = new LogCustomFields(stack, 'fields', { zoneId: ZONE, requestHeaders: names });
    fields.addRequestHeader(text('x-lazy'));
    const destination = LogDestination.r2({
      bucket: text('logs'),
      accountId: text('a b'),
      accessKeyId: 'k',
      secretAccessKey: new TerraformVariable(stack, 'secret', { type: 'string' }).stringValue,
    });
    new LogpushJob(stack, 'job', { zoneId: ZONE, destination, fields: names }).addField(text('RayID'));
    const document = written(app, 'logs');
    expect(block(document, 'zone_log_custom_fields', 'fields')['request_headers']).toBe(
      '${setunion(var.names, ["x-lazy"])}',
    );
    expect(block(document, 'zone_logpush_job', 'job')).toMatchObject({
      destination_conf_wo:
        'r2://logs?account-id=a%20b&access-key-id=k&secret-access-key=${replace(urlencode(var.secret), "+", "%20")}',
      logpull_options: { fields: '${setunion(var.names, ["RayID"])}' },
    });
  });
});
