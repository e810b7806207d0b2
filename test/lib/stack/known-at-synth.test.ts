import { type App, Fn, Lazy, TerraformVariable, Testing } from 'cdktf';
import { Construct } from 'constructs';
import { LogCustomFields, LogDestination, LogpushJob, DataManagedRulesStatus } from '../../../lib';
import { testApp, withProvider } from '../app-of-stacks';
import { OPEN, ZONE } from '../logpush-stack';
import { cookies, fieldsOf, visit, wrongCompositions, type Row } from './wrong-compositions';

const TOO_LATE = (stack: string): string =>
  `after the stack ${stack} had been synthesized, so its document does not contain it. Add it before app.synth(). An Aspect runs in time when it is attached to ${stack} or below; those of a stack that is synthesized later do not.`;

const late: readonly Row[] = [
  [
    'a name that the Aspect of a later stack adds',
    (app) => {
      const fields = fieldsOf(withProvider(app, 'a'));
      const later = withProvider(app, 'b');
      const team = new Construct(later, 'team');
      visit(
        later,
        (one) => one === team,
        () => fields.addCookie('late', team),
      );
    },
    `[a/fields] "late" of cookies was added by b/team ${TOO_LATE('a')}`,
  ],
  [
    'a name after synth',
    (app) => {
      const fields = fieldsOf(withProvider(app));
      app.synth();
      fields.addRequestHeader('x-late');
    },
    `[logs/fields] "x-late" of requestHeaders was added ${TOO_LATE('logs')}`,
  ],
  [
    'the first name of a list, after a job that lists it was written',
    (app) => {
      const first = withProvider(app, 'a');
      const second = withProvider(app, 'b');
      const fields = new LogCustomFields(second, 'fields', { zoneId: ZONE, cookies });
      new LogpushJob(first, 'job', { customFields: fields, destination: OPEN });
      visit(
        second,
        (one) => one === fields,
        () => fields.addResponseHeader('server'),
      );
    },
    `[a/job] "server" of responseHeaders was added ${TOO_LATE('a')}`.replace(
      ' was added',
      ' was added by b/fields',
    ),
  ],
  [
    'an import block after synth',
    (app) => {
      const fields = fieldsOf(withProvider(app));
      app.synth();
      fields.importFrom();
    },
    `[logs/fields] The import block was added ${TOO_LATE('logs')}`,
  ],
];

const text = (value: unknown): string => Lazy.stringValue({ produce: () => value as string });

const lazies: readonly Row[] = [
  [
    'nothing in a name that the engine puts together',
    (app) => {
      const names = ['%{ if var.long }session%{ endif }_id'];
      new LogCustomFields(withProvider(app), 'fields', { zoneId: ZONE, cookies: names });
    },
  ],
  [
    'names, in a list and alone, beside others',
    (app) => {
      const requestHeaders = Lazy.listValue({ produce: () => ['x-ok', 'X-Late'] });
      const fields = new LogCustomFields(withProvider(app), 'fields', { zoneId: ZONE, requestHeaders });
      fields.addRequestHeader(text('X-Alone'));
    },
    ...['requestHeaders[0]: The header name "X-Alone"', 'requestHeaders[2]: The header name "X-Late"'].map(
      (part) => expect.stringContaining(part) as unknown as string,
    ),
  ],
  [
    'a part of a destination',
    (app) => {
      const destination = LogDestination.r2({
        bucket: text('logs/http'),
        accountId: 'a',
        accessKeyId: 'k',
        secretAccessKey: '${var.secret}',
      });
      new LogpushJob(withProvider(app), 'job', { zoneId: ZONE, destination });
    },
    expect.stringContaining(
      '[logs/job] destination: bucket of LogDestination.r2 has a character that is not allowed there. Write it without "/", "?", "#", "@" and spaces: the scheme, the path and parameters are separate.',
    ) as unknown as string,
  ],
];

wrongCompositions('what comes too late', late);
wrongCompositions('what is behind a Lazy', lazies);

test('a failing Lazy is an error of its construct, reported with all others', () => {
  const stack = withProvider(testApp());
  const fail = Lazy.stringValue({
    produce: () => {
      throw new Error('no such zone');
    },
  });
  fieldsOf(stack, fail);
  new DataManagedRulesStatus(stack, 'status', { zoneId: 'x' });
  for (const synth of [() => Testing.synth(stack, true), () => (stack.node.root as App).synth()])
    expect(synth).toThrow(
      /\[logs\/fields\] A value cannot be resolved: .*no such zone[^]*\[logs\/status\] zoneId: "x" is not a zone id/,
    );
});

test('what fails in a function is an error of its construct, beside those of others', () => {
  const app = testApp();
  const stack = withProvider(app);
  const list = new TerraformVariable(stack, 'names', { type: 'list(string)' }).listValue;
  new LogpushJob(stack, 'job', { zoneId: ZONE, destination: OPEN, name: Fn.join('-', ['a', list[0] ?? '']) });
  new DataManagedRulesStatus(withProvider(app, 'other'), 'status', { zoneId: 'x' });
  expect(() => app.synth()).toThrow(
    /\[logs\/job\] A value cannot be resolved: .*Fn\.concat\([^\n]*\)'\. A Lazy [^]*\[other\/status\] zoneId: "x" is not a zone id/,
  );
});
