import {
  type App,
  Aspects,
  Lazy,
  TerraformCount,
  TerraformIterator,
  TerraformResource,
  TerraformStack,
  TerraformVariable,
  Testing,
  Token,
} from 'cdktf';
import { provider as nullProvider } from '@cdktf/provider-null';
import { Construct, type IConstruct } from 'constructs';
import {
  CompositionError,
  LogCustomFields,
  LogDestination,
  LogpushJob,
  ManagedRulesMigration,
  ManagedRulesStatus,
  MigrationGate,
  OwnershipChallenge,
  ZoneLogging,
  ZoneProvider,
} from '../../lib';
import { bare, testApp, withProvider } from './app-of-stacks';
import { OPEN, OTHER_ZONE, ZONE } from './logpush-stack';

const cookies = ['session_id'];

/** What is told of an app: where it is made, or when it is synthesized. */
function toldOf(compose: (app: App) => void): readonly string[] {
  const app = testApp();
  try {
    compose(app);
    app.synth();
    return [];
  } catch (error) {
    const lines = (error as Error).message.split('\n').map((line) => line.trim());
    return lines.filter((line) => line.startsWith('['));
  }
}

/** Visits the constructs of a kind, as an Aspect. */
function visit<T extends IConstruct>(
  scope: Construct,
  isOne: (construct: IConstruct) => boolean,
  change: (construct: T) => void,
): void {
  Aspects.of(scope).add({
    visit: (construct) => {
      if (isOne(construct)) change(construct as T);
    },
  });
}

const isResource = (construct: IConstruct): boolean => TerraformResource.isTerraformResource(construct);
const fieldsOf = (stack: TerraformStack, zoneId = ZONE): LogCustomFields =>
  new LogCustomFields(stack, 'fields', { zoneId, cookies });

type Row = readonly [wrong: string, compose: (app: App) => void, told: readonly string[]];

const providers: readonly Row[] = [
  [
    'no provider at all, told once for the stack',
    (app) => {
      const stack = bare(app, 'logs');
      const customFields = fieldsOf(stack);
      ['a', 'b', 'c'].forEach((id) => new LogpushJob(stack, id, { customFields, destination: OPEN }));
    },
    [
      '[logs] The stack has no ZoneProvider, but logs/fields, logs/a, logs/b and 1 more need one. Add one: new ' +
        "ZoneProvider(stack, 'zone'). Each stack needs its own.",
    ],
  ],
  [
    'no provider for a gate, nor for a challenge',
    (app) => {
      const stack = bare(app, 'waf');
      new MigrationGate(stack, 'gate', { zoneId: ZONE, targetState: 'validation' });
      new OwnershipChallenge(stack, 'challenge', { zoneId: ZONE, destination: 'gs://logs' });
    },
    [
      '[waf] The stack has no ZoneProvider, but waf/gate, waf/challenge need one. Add one: new ' +
        "ZoneProvider(stack, 'zone'). Each stack needs its own.",
    ],
  ],
  [
    'two default providers',
    (app) => {
      const stack = withProvider(app);
      new ZoneProvider(stack, 'other');
      fieldsOf(stack);
    },
    [
      '[logs] The stack has 2 ZoneProviders without an alias: logs/zone, logs/other. Keep one as the ' +
        'default. Give the others an alias, and pass them as provider.',
    ],
  ],
  [
    'two providers with one alias',
    (app) => {
      const stack = withProvider(app);
      new ZoneProvider(stack, 'one', { alias: 'eu' });
      new ZoneProvider(stack, 'two', { alias: 'eu' });
    },
    [
      '[logs] The stack has 2 ZoneProviders with the alias "eu": logs/one, logs/two. An alias ' +
        'identifies a configuration in its stack. Give each its own.',
    ],
  ],
  [
    'an alias that the engine does not take',
    (app) => void new ZoneProvider(withProvider(app), 'eu', { alias: '1-eu' }),
    [
      '[logs/eu] alias: The alias is "1-eu", which the engine does not accept. Use a literal string ' +
        'of letters, digits, "_" and "-" that begins with a ' +
        'letter or an underscore.',
    ],
  ],
  [
    'only aliases, and none is named',
    (app) => {
      const stack = bare(app, 'logs');
      const provider = new ZoneProvider(stack, 'eu', { alias: 'eu' });
      new ZoneProvider(stack, 'us', { alias: 'us' });
      fieldsOf(stack);
      new ManagedRulesStatus(stack, 'named', { zoneId: ZONE, provider });
    },
    [
      '[logs] logs/fields names no provider, and every ZoneProvider of the stack has an alias ("eu", ' +
        '"us"), so the engine would use a default configuration from its environment. Pass one of them ' +
        'as provider, or remove the alias of the one to use.',
    ],
  ],
  [
    'a provider of another stack',
    (app) => {
      const provider = new ZoneProvider(bare(app, 'a'), 'eu', { alias: 'eu' });
      new LogCustomFields(withProvider(app, 'b'), 'fields', { zoneId: ZONE, cookies, provider });
    },
    [
      '[b] provider: a/eu is not in the stack of b/fields, and a stack can use only its own ' +
        'configurations. Declare a ' +
        'ZoneProvider in this stack, and pass that one or remove provider.',
    ],
  ],
  [
    'a provider of the stack around',
    (app) => {
      const outer = bare(app, 'outer');
      const provider = new ZoneProvider(outer, 'zone');
      const inner = new TerraformStack(outer, 'inner');
      new LogCustomFields(inner, 'fields', { zoneId: ZONE, cookies, provider });
    },
    [
      '[outer/inner] provider: outer/zone is not in the stack of outer/inner/fields, and a stack can ' +
        'use only its own configurations. Declare a ZoneProvider in this stack, and pass that one or ' +
        'remove provider.',
    ],
  ],
  [
    'a provider of something else, set by an Aspect',
    (app) => {
      const stack = withProvider(app);
      const other = new nullProvider.NullProvider(stack, 'null');
      fieldsOf(stack);
      visit<TerraformResource>(stack, isResource, (resource) => {
        resource.provider = other;
      });
    },
    [
      '[logs] provider: logs/fields needs a ZoneProvider, but provider is logs/null, a provider of ' +
        'the type null. ' +
        'Pass a ZoneProvider of this stack, or remove provider to use the one without an alias.',
    ],
  ],
  [
    'a job of another provider than its fields',
    (app) => {
      const stack = withProvider(app);
      const provider = new ZoneProvider(stack, 'eu', { alias: 'eu' });
      const customFields = fieldsOf(stack);
      new LogpushJob(stack, 'job', { customFields, provider, destination: OPEN });
    },
    [
      '[logs/job] provider: The job uses logs/eu, but its customFields, logs/fields, uses logs/zone: ' +
        'the two would be created in different places. Give both the same provider. A job without one ' +
        'uses that of its customFields.',
    ],
  ],
  [
    'fields that an Aspect moves away from their job',
    (app) => {
      const stack = withProvider(app);
      const eu = new ZoneProvider(stack, 'eu', { alias: 'eu' });
      const customFields = fieldsOf(stack);
      new LogpushJob(stack, 'job', { customFields, destination: OPEN });
      visit<LogCustomFields>(
        stack,
        (one) => one instanceof LogCustomFields,
        ({ resource }) => {
          resource.provider = eu;
        },
      );
    },
    [
      '[logs/job] provider: The job uses logs/zone, but its customFields, logs/fields, uses logs/eu: ' +
        'the two would be created in different places. Give both the same provider. A job without one ' +
        'uses that of its customFields.',
    ],
  ],
  [
    'fields of another stack at another service',
    (app) => {
      const [a, b] = [bare(app, 'a'), bare(app, 'b')];
      new ZoneProvider(a, 'zone', { baseUrl: 'https://staging.example.com/client/v4' });
      new ZoneProvider(b, 'zone', { baseUrl: 'https://api.example.com/client/v4' });
      new LogpushJob(b, 'job', { customFields: fieldsOf(a), destination: OPEN });
    },
    [
      '[b/job] provider: The job uses b/zone, but its customFields, a/fields, uses a/zone: the two ' +
        'would be created in different places. Give the job a provider of its own stack for the same ' +
        'service.',
    ],
  ],
  [
    'a challenge of another provider than its job',
    (app) => {
      const stack = withProvider(app);
      const provider = new ZoneProvider(stack, 'eu', { alias: 'eu' });
      const customFields = new LogCustomFields(stack, 'fields', { zoneId: ZONE, cookies, provider });
      const destination = LogDestination.gcs({ bucket: 'logs' });
      const ownershipChallenge = new OwnershipChallenge(stack, 'challenge', { zoneId: ZONE, destination });
      new LogpushJob(stack, 'job', { customFields, destination, ownershipChallenge });
    },
    [
      '[logs/job] provider: The job uses logs/eu, but its ownershipChallenge, logs/challenge, uses ' +
        'logs/zone: the two would be created in different places. Give both the same provider. A job ' +
        'without one uses that of its ' +
        'customFields.',
    ],
  ],
  [
    'a migration of another provider than its gate',
    (app) => {
      const stack = withProvider(app, 'waf');
      const provider = new ZoneProvider(stack, 'eu', { alias: 'eu' });
      const gate = new MigrationGate(stack, 'gate', { zoneId: ZONE, targetState: 'validation' });
      new ManagedRulesMigration(stack, 'migration', { gate, provider });
    },
    [
      '[waf/migration] provider: The migration uses waf/eu, but its gate, waf/gate, reads with waf/zone, so the approval may be for another service. Remove provider here: the migration uses that of the gate.',
    ],
  ],
];

const stacks: readonly Row[] = [
  [
    'stacks that would wait for each other',
    (app) => {
      const [a, b] = [withProvider(app, 'a'), withProvider(app, 'b')];
      const customFields = fieldsOf(a);
      new LogpushJob(b, 'job', { customFields, destination: OPEN });
      const other = new LogCustomFields(b, 'fields', { zoneId: OTHER_ZONE, cookies });
      new LogpushJob(a, 'job', { customFields: other, destination: OPEN });
    },
    [
      '[a/job] It depends on b/fields, so the stack a must be applied after b, which itself depends on it. ' +
        'Stacks are applied one after the other. Move one of the two constructs into the stack of the other.',
    ],
  ],
  [
    'fields of another app',
    (app) => {
      const customFields = fieldsOf(withProvider(testApp(), 'elsewhere'));
      new LogpushJob(withProvider(app), 'job', { customFields, destination: OPEN });
    },
    [
      '[logs/job] It depends on elsewhere/fields, which is in another App. Apps have no order. ' +
        'Declare both in one App, or remove the dependency and apply them in order.',
    ],
  ],
  [
    'a construct outside of any stack',
    (app) => void new LogCustomFields(app, 'fields', { zoneId: ZONE, cookies }),
    [
      '[fields] The zone_log_custom_fields is in no stack, so it would not be synthesized. Pass a ' +
        'TerraformStack, or a ' +
        'construct in one, as its scope.',
    ],
  ],
  [
    'a provider outside of any stack',
    (app) => void new ZoneProvider(app, 'zone'),
    [
      '[zone] The ZoneProvider is in no stack, so it would not be synthesized. Pass a ' +
        'TerraformStack, or a construct in ' +
        'one, as its scope.',
    ],
  ],
  [
    'several stacks, all of them told, with what cdktf says of its own',
    (app) => {
      fieldsOf(bare(app, 'a'));
      fieldsOf(withProvider(app, 'b'), OTHER_ZONE);
      const plain = bare(app, 'c');
      plain.node.addValidation({ validate: () => ['is not ours'] });
      new ManagedRulesStatus(withProvider(app, 'd'), 'status', { zoneId: 'example.com' });
    },
    [
      "[a] The stack has no ZoneProvider, but a/fields needs one. Add one: new ZoneProvider(stack, 'zone'). Each stack " +
        'needs its own.',
      '[c] is not ours',
      '[d/status] zoneId: "example.com" is not a zone id. A zone id is 32 lower-case hexadecimal digits, e.g. ' +
        `"${ZONE}". It is not the zone's name. Look it up in the zone's overview.`,
    ],
  ],
  [
    'one zone in two stacks, told in both',
    (app) => {
      fieldsOf(withProvider(app, 'a'));
      fieldsOf(withProvider(app, 'b'));
    },
    [
      ['a', 'b'],
      ['b', 'a'],
    ].map(
      ([one, other]) =>
        `[${one}/fields] zoneId: The custom log fields of zone ${ZONE} are declared by ${one}/fields and by ` +
        `${other}/fields. A zone has one list of them. Keep one LogCustomFields and add to it, e.g. with ` +
        'addRequestHeader.',
    ),
  ],
];

const ids: readonly Row[] = [
  [
    'an id that begins with a digit',
    (app) => void new LogCustomFields(withProvider(app), ZONE, { zoneId: ZONE, cookies }),
    [
      `[logs] logs/${ZONE} has the address zone_log_custom_fields.${ZONE}, which the engine does not ` +
        'accept. A name begins ' +
        'with a letter or an underscore, followed by letters, digits, underscores and hyphens. Use ' +
        'such an id, for example with a prefix: "zone-…".',
    ],
  ],
  [
    'a gate whose id begins with a digit, told once',
    (app) => void new MigrationGate(withProvider(app), '1', { zoneId: ZONE, targetState: 'validation' }),
    [
      expect.stringContaining(
        '[logs] logs/1 has the address data.zone_managed_rules_compatibility.1_',
      ) as unknown as string,
    ],
  ],
  [
    'an id without a letter that cdktf keeps',
    (app) => void new LogCustomFields(withProvider(app), 'ü', { zoneId: ZONE, cookies }),
    [
      expect.stringContaining(
        '[logs] logs/ü has the address zone_log_custom_fields., which',
      ) as unknown as string,
    ],
  ],
  [
    'two ids that cdktf makes one of',
    (app) => {
      const stack = withProvider(app);
      new LogCustomFields(stack, 'a.b', { zoneId: ZONE, cookies });
      new LogCustomFields(stack, 'ab', { zoneId: OTHER_ZONE, cookies });
    },
    [
      '[logs] logs/a.b and logs/ab both have the address zone_log_custom_fields.ab, so one would overwrite the other. cdktf keeps only letters, digits, "_" and "-" in an address, and omits every ' +
        '"Default" of a path. Give one of them an id that still differs then.',
    ],
  ],
  [
    'two paths that cdktf makes one of',
    (app) => {
      const stack = withProvider(app);
      const team = new Construct(stack, 'team');
      new LogCustomFields(team, 'fields', { zoneId: ZONE, cookies });
      new LogCustomFields(new Construct(team, 'Default'), 'fields', { zoneId: OTHER_ZONE, cookies });
    },
    [
      expect.stringContaining(
        '[logs] logs/team/fields and logs/team/Default/fields both have the address ',
      ) as unknown as string,
    ],
  ],
  [
    'an id that cdktf leaves out',
    (app) => void new LogCustomFields(withProvider(app), 'Default', { zoneId: ZONE, cookies }),
    [
      '[logs/Default] The id is "Default", which cdktf omits from addresses, so the zone_log_custom_fields would have no address. Use another id.',
    ],
  ],
  [
    'an id that is a token',
    (app) => {
      const stack = withProvider(app);
      const id = new TerraformVariable(stack, 'id', {}).stringValue;
      new LogCustomFields(stack, id, { zoneId: ZONE, cookies });
    },
    [
      expect.stringMatching(
        /^\[logs\/.*\] The id of this construct, or of one around it, is a token/,
      ) as unknown as string,
    ],
  ],
];

const iterator = (): ReturnType<typeof TerraformIterator.fromList> =>
  TerraformIterator.fromList([ZONE, OTHER_ZONE]);
const inLoop = 'Create a MigrationGate and a ManagedRulesMigration for each zone, in a loop of the program.';

const repetitions: readonly Row[] = [
  [
    'fields for each zone, and one job',
    (app) => {
      const stack = withProvider(app);
      const zones = iterator();
      const customFields = new LogCustomFields(stack, 'fields', {
        zoneId: zones.value,
        cookies,
        forEach: zones,
      });
      new LogpushJob(stack, 'job', { customFields, destination: OPEN });
    },
    [
      '[logs/job] zoneId: The zone comes from logs/fields, which is repeated, but this job is not repeated. Give the job the same forEach or count as logs/fields, or a zoneId of its own.',
    ],
  ],
  [
    'fields for each zone, and jobs for each of something else',
    (app) => {
      const stack = withProvider(app);
      const zones = iterator();
      const customFields = new LogCustomFields(stack, 'fields', {
        zoneId: zones.value,
        cookies,
        forEach: zones,
      });
      const forEach = TerraformIterator.fromList(['one', 'two']);
      new LogpushJob(stack, 'job', { customFields, destination: OPEN, forEach });
    },
    [
      '[logs/job] zoneId: The zone comes from logs/fields, which is repeated, but this job is repeated differently. Give the job the same forEach or count as logs/fields, or a zoneId of its own.',
    ],
  ],
  [
    'the zone of an iterator, and no forEach',
    (app) => void new LogCustomFields(withProvider(app), 'fields', { zoneId: iterator().value, cookies }),
    [
      '[logs/fields] zoneId: The zone is each.value, but this construct is not repeated. Pass the ' +
        'iterator that it ' +
        'comes from as forEach, or its count.',
    ],
  ],
  [
    'a count for one zone',
    (app) =>
      void new LogCustomFields(withProvider(app), 'fields', {
        zoneId: ZONE,
        cookies,
        count: TerraformCount.of(2),
      }),
    [
      `[logs/fields] zoneId: The custom log fields of zone ${ZONE} would be declared 2 times, ` +
        'because count is 2. A zone has one. Remove count, or take the zone from an iterator passed as forEach.',
    ],
  ],
  [
    'a migration for each zone behind one gate',
    (app) => {
      const stack = withProvider(app, 'waf');
      const gate = new MigrationGate(stack, 'gate', { zoneId: ZONE, targetState: 'validation' });
      new ManagedRulesMigration(stack, 'migration', { gate, forEach: iterator() });
    },
    [
      '[waf/migration] gate: The migration is repeated with forEach or count, but the gate waf/gate is for one zone. ' +
        inLoop,
    ],
  ],
  [
    'a gate that an Aspect repeats',
    (app) => {
      const stack = withProvider(app, 'waf');
      const gate = new MigrationGate(stack, 'gate', { zoneId: ZONE, targetState: 'validation' });
      visit<TerraformResource>(gate, isResource, (resource) => {
        resource.forEach = iterator();
      });
    },
    [`[waf/gate] The gate is repeated with forEach or count, but a gate is for one zone. ${inLoop}`],
  ],
  [
    'a gate for the zone of an iterator',
    (app) =>
      void new MigrationGate(withProvider(app), 'gate', {
        zoneId: iterator().value,
        targetState: 'validation',
      }),
    [
      '[logs/gate] zoneId: The zone is each.value, but this construct is not repeated. Pass the ' +
        'iterator that it ' +
        'comes from as forEach, or its count.',
    ],
  ],
];

const TOO_LATE = (stack: string): string =>
  `after the stack ${stack} had been synthesized, so its document does not contain it. Add it before ` +
  `app.synth(). An Aspect runs in time when it is attached to ${stack} or below; those of a stack ` +
  'that is synthesized later do not.';

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
    [`[a/fields] "late" of cookies was added by b/team ${TOO_LATE('a')}`],
  ],
  [
    'a name after synth',
    (app) => {
      const fields = fieldsOf(withProvider(app));
      app.synth();
      fields.addRequestHeader('x-late');
    },
    [`[logs/fields] "x-late" of requestHeaders was added ${TOO_LATE('logs')}`],
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
    [
      `[a/job] "server" of responseHeaders was added ${TOO_LATE('a')}`.replace(
        ' was added',
        ' was added by b/fields',
      ),
    ],
  ],
  [
    'a log field after synth',
    (app) => {
      const job = new LogpushJob(withProvider(app), 'job', { zoneId: ZONE, destination: OPEN });
      app.synth();
      job.addField('RayID');
    },
    [`[logs/job] The log field "RayID" was added ${TOO_LATE('logs')}`],
  ],
  [
    'an import block after synth',
    (app) => {
      const fields = fieldsOf(withProvider(app));
      app.synth();
      fields.importFrom();
    },
    [`[logs/fields] The import block was added ${TOO_LATE('logs')}`],
  ],
  [
    'a job after synth',
    (app) => {
      const logging = new ZoneLogging(withProvider(app), 'logging', { zoneId: ZONE, cookies });
      app.synth();
      logging.addJob('late', { destination: OPEN });
    },
    [`[logs/logging/jobs/late] The zone_logpush_job was added ${TOO_LATE('logs')}`],
  ],
];

const text = (value: unknown): string => Lazy.stringValue({ produce: () => value as string });

const lazies: readonly Row[] = [
  [
    'a zone that is none',
    (app) => void fieldsOf(withProvider(app), text('example.com')),
    [expect.stringContaining('[logs/fields] zoneId: "example.com" is not a zone id.') as unknown as string],
  ],
  [
    'a value that is missing',
    (app) => void fieldsOf(withProvider(app), text(undefined)),
    [expect.stringContaining('[logs/fields] zoneId: A value is required here.') as unknown as string],
  ],
  [
    'names, in a list and alone, beside others',
    (app) => {
      const requestHeaders = Lazy.listValue({ produce: () => ['x-ok', 'X-Late'] });
      const fields = new LogCustomFields(withProvider(app), 'fields', { zoneId: ZONE, requestHeaders });
      fields.addRequestHeader(text('X-Alone'));
    },
    ['requestHeaders[0]: The header name "X-Alone"', 'requestHeaders[2]: The header name "X-Late"'].map(
      (part) => expect.stringContaining(part) as unknown as string,
    ),
  ],
  [
    'one zone declared twice',
    (app) => {
      const stack = withProvider(app);
      fieldsOf(stack);
      new LogCustomFields(stack, 'lazy', { zoneId: text(ZONE), cookies });
    },
    [
      expect.stringMatching(
        /^\[logs\/lazy\] zoneId: .* are declared by logs\/lazy and by logs\/fields\./,
      ) as unknown as string,
    ],
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
    [
      expect.stringContaining(
        '[logs/job] destination: bucket of LogDestination.r2 has a character that is not allowed there. Write it without "/", "?", "#", "@" and spaces: the scheme, the path and parameters are separate.',
      ) as unknown as string,
    ],
  ],
  [
    'a destination that needs a challenge',
    (app) => void new LogpushJob(withProvider(app), 'job', { zoneId: ZONE, destination: text('gs://logs') }),
    [
      expect.stringContaining(
        '[logs/job] ownershipChallenge: The destination needs a token',
      ) as unknown as string,
    ],
  ],
  [
    'a number, and a truth value',
    (app) => {
      const maxUploadBytes = Token.asNumber(Lazy.numberValue({ produce: () => 1 }));
      const enabled = Lazy.anyValue({ produce: () => 'yes' });
      new LogpushJob(withProvider(app), 'job', { zoneId: ZONE, destination: OPEN, maxUploadBytes, enabled });
    },
    [
      expect.stringContaining(
        '[logs/job] enabled: Expected true or false, got a value of type string.',
      ) as unknown as string,
    ],
  ],
];

describe.each([
  ['providers', providers],
  ['stacks', stacks],
  ['ids', ids],
  ['repetitions', repetitions],
  ['what comes too late', late],
  ['what is behind a Lazy', lazies],
])('wrong compositions: %s', (_, rows) => {
  test.each(rows)('%s', (_wrong, compose, told) => {
    expect(toldOf(compose)).toEqual(told);
  });
});

test('a failing Lazy is an error of its construct, reported with all others', () => {
  const stack = withProvider(testApp());
  const fail = Lazy.stringValue({
    produce: () => {
      throw new Error('no such zone');
    },
  });
  fieldsOf(stack, fail);
  new ManagedRulesStatus(stack, 'status', { zoneId: 'x' });
  expect(() => Testing.synth(stack, true)).toThrow(
    /\[logs\/fields\] A value cannot be resolved: .*no such zone[^]*\[logs\/status\] zoneId: "x" is not a zone id/,
  );
});

test('the error of several failing stacks has their number and the messages of cdktf', () => {
  const app = testApp();
  fieldsOf(bare(app, 'a'));
  fieldsOf(bare(app, 'b'), OTHER_ZONE);
  expect(() => app.synth()).toThrow(
    /^2 stacks cannot be synthesized\.\n\nValidation failed with the following errors:/,
  );
});

test('the error of a single failing stack is that of cdktf', () => {
  const app = testApp();
  fieldsOf(bare(app, 'a'));
  fieldsOf(withProvider(app, 'b'), OTHER_ZONE);
  expect(() => app.synth()).toThrow(/^Validation failed with the following errors:/);
});

test.each<readonly [string, (app: App) => void]>([
  ['outside_of_stack', (app) => void fieldsOf(app as unknown as TerraformStack)],
  [
    'id_without_address',
    (app) => void new LogCustomFields(withProvider(app), 'Default', { zoneId: ZONE, cookies }),
  ],
  [
    'stack_already_written',
    (app) => {
      const fields = fieldsOf(withProvider(app));
      app.synth();
      fields.addCookie('late');
    },
  ],
])('an error thrown at once has the code %s', (code, compose) => {
  const thrown = (): unknown => {
    try {
      return compose(testApp());
    } catch (error) {
      return error;
    }
  };
  expect(thrown()).toBeInstanceOf(CompositionError);
  expect(thrown()).toMatchObject({ code });
});
