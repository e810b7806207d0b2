import { LogCustomFields, LogpushJob, DataManagedRulesStatus, ZoneProvider } from '../../../lib';
import { TerraformElement, type TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { problemsOf } from '../../../testing';
import { bare, testApp, withProvider } from '../app-of-stacks';
import { OPEN, OTHER_ZONE, ZONE } from '../logpush-stack';
import { cookies, fieldsOf, visit, wrongCompositions, type Row } from './wrong-compositions';

const providers: readonly Row[] = [
  [
    'only aliases, and none is named',
    (app) => {
      const stack = bare(app, 'logs');
      const provider = new ZoneProvider(stack, 'eu', { alias: 'eu' });
      new ZoneProvider(stack, 'us', { alias: 'us' });
      fieldsOf(stack);
      new DataManagedRulesStatus(stack, 'named', { zoneId: ZONE, provider });
    },
    '[logs] logs/fields names no provider, and every ZoneProvider of the stack has an alias ("eu", "us"), so the engine would use a default configuration from its environment. Pass one of them as provider, or remove the alias of the one to use.',
  ],
  [
    'a provider of another stack',
    (app) => {
      const provider = new ZoneProvider(bare(app, 'a'), 'eu', { alias: 'eu' });
      new LogCustomFields(withProvider(app, 'b'), 'fields', { zoneId: ZONE, cookies, provider });
    },
    '[b] provider: a/eu is not in the stack of b/fields, and a stack can use only its own configurations. Declare a ZoneProvider in this stack, and pass that one or remove provider.',
  ],
  [
    'a job of another provider than its fields',
    (app) => {
      const stack = withProvider(app);
      const [provider, us] = ['eu', 'us'].map((alias) => new ZoneProvider(stack, alias, { alias }));
      const ofUs = new LogCustomFields(stack, 'of-us', { zoneId: OTHER_ZONE, cookies, provider: us });
      new LogpushJob(stack, 'job', { customFields: fieldsOf(stack), provider, destination: OPEN });
      new LogpushJob(stack, 'other', { customFields: ofUs, provider, destination: OPEN });
    },
    ...[
      ['job', 'fields', 'zone'],
      ['other', 'of-us', 'us'],
    ].map(
      ([job, fields, theirs]) =>
        `[logs/${job}] provider: The job uses logs/eu, but its customFields, logs/${fields}, uses logs/${theirs}: the two would be created in different places. Give both the same provider. A job without one uses that of its customFields.`,
    ),
  ],
  [
    'fields of another stack at another service',
    (app) => {
      const [a, b] = [bare(app, 'a'), bare(app, 'b')];
      new ZoneProvider(a, 'zone', { baseUrl: 'https://staging.example.com/client/v4' });
      new ZoneProvider(b, 'zone', { baseUrl: 'https://api.example.com/client/v4' });
      new LogpushJob(b, 'job', { customFields: fieldsOf(a), destination: OPEN });
    },
    '[b/job] provider: The job uses b/zone, but its customFields, a/fields, uses a/zone: the two would be created in different places. Give the job a provider of its own stack for the same service.',
  ],
];

const NEEDED =
  "Add one: new ZoneProvider(stack, 'zone'). If the block is in a file of its own, or the stack is a module of another " +
  "configuration, say so: stack.addOverride('terraform.required_providers.zone', { source: 'zonewright/zone' }).";

const MISSING = '[logs] The stack has no ZoneProvider, but constructs that need one:';

const missing: readonly Row[] = [
  [
    'no provider',
    (app) => {
      const stack = bare(app, 'logs');
      fieldsOf(stack);
      for (const id of 'abcde') new DataManagedRulesStatus(stack, id, { zoneId: ZONE });
      expect(problemsOf(stack)).toMatchObject([{ construct: 'logs', code: 'provider_missing' }]);
    },
    `${MISSING} logs/fields, logs/a, logs/b, logs/c, logs/d and 1 more. ${NEEDED}`,
  ],
  [
    'no provider for five, beside another one',
    (app) => {
      const stack = bare(app, 'logs');
      stack.addOverride('provider.aws', {});
      for (const id of 'abcde') new DataManagedRulesStatus(stack, id, { zoneId: ZONE });
    },
    `${MISSING} logs/a, logs/b, logs/c, logs/d, logs/e. ${NEEDED}`,
  ],
  [
    'two providers without an alias',
    (app) => void new ZoneProvider(withProvider(app), 'second', { baseUrl: 'https://api.example.com' }),
    '[logs] logs/zone and logs/second have no alias, and the engine accepts one such configuration in a stack. Remove one, or give it an alias of its own and pass it as provider to the constructs that are to use it.',
  ],
  [
    'two providers with the same alias',
    (app) => {
      const stack = withProvider(app);
      for (const id of ['a', 'b']) new ZoneProvider(stack, id, { alias: 'eu' });
    },
    '[logs] logs/a and logs/b have the alias "eu", and the engine accepts one such configuration in a stack. Remove one, or give it an alias of its own and pass it as provider to the constructs that are to use it.',
  ],
  [
    'a provider by its address',
    (app) =>
      void new DataManagedRulesStatus(withProvider(app), 'x', { zoneId: ZONE, provider: 'z' as never }),
    '[logs] provider: What logs/x has as provider is none. Pass a ZoneProvider of the stack, or remove provider.',
  ],
];

class Block extends TerraformElement {
  override toTerraform(): object {
    return { provider: { zone: [{}] } };
  }
}

wrongCompositions('providers', [...providers, ...missing]);

test.each<readonly [string, (stack: TerraformStack) => unknown]>([
  ['nothing of a zone', () => undefined],
  ['a block of addOverride', (stack) => [fieldsOf(stack), stack.addOverride('provider.zone', {})]],
  ['a list of blocks', (stack) => [fieldsOf(stack), stack.addOverride('provider', [{ zone: {} }])]],
  ['a block of another element', (stack) => [fieldsOf(stack), new Block(stack, 'block')]],
  [
    'the provider of the configuration around',
    (stack) => [
      fieldsOf(stack),
      stack.addOverride('terraform.required_providers.zone', { source: 'zonewright/zone' }),
    ],
  ],
  [
    'a provider by an override',
    (stack) => {
      const status = new DataManagedRulesStatus(stack, 'status', { zoneId: ZONE, provider: 'x' as never });
      for (const one of [fieldsOf(stack).resource, status]) one.addOverride('provider', 'zone.eu');
    },
  ],
  [
    'a provider of an Aspect',
    (stack) => [
      fieldsOf(stack),
      visit(
        stack,
        (one) => one === stack,
        () => stack.node.tryFindChild('zone') ?? new ZoneProvider(stack, 'zone'),
      ),
    ],
  ],
  [
    'a provider in a construct',
    (stack) => [new ZoneProvider(new Construct(stack, 'inner'), 'zone'), fieldsOf(stack)],
  ],
  [
    'aliases that each construct names',
    (stack) =>
      new LogCustomFields(stack, 'x', {
        zoneId: ZONE,
        cookies,
        provider: new ZoneProvider(stack, 'eu', { alias: 'eu' }),
      }),
  ],
])('a stack is not refused that has %s', (_what, compose) => {
  const stack = bare(testApp(), 'logs');
  compose(stack);
  expect(problemsOf(stack)).toEqual([]);
});
