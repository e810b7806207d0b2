import {
  type App,
  Aspects,
  Fn,
  Op,
  type TerraformResourceLifecycle,
  TerraformCount,
  TerraformIterator,
  TerraformStack,
  TerraformVariable,
  Testing,
} from 'cdktf';
import {
  DataRulesets,
  LogCustomFields,
  LogpushJob,
  LogpushOwnershipChallenge,
  ManagedRules,
  ManagedRulesMigration,
  ZoneProvider,
} from '../../../lib';
import { withProvider } from '../app-of-stacks';
import { OPEN, OTHER_ZONE, ZONE } from '../logpush-stack';
import { cookies, wrongCompositions, type Row } from './wrong-compositions';

const iterator = (): ReturnType<typeof TerraformIterator.fromList> =>
  TerraformIterator.fromList([ZONE, OTHER_ZONE]);

const repetitions: readonly Row[] = [
  [
    'the zone of an iterator, and no forEach',
    (app) => {
      const [stack, zoneId] = [withProvider(app), iterator().value];
      const customFields = new LogCustomFields(stack, 'fields', { zoneId, cookies });
      new LogpushJob(stack, 'job', { zoneId, destination: OPEN });
      new LogpushJob(stack, 'other', { customFields, destination: OPEN });
      new LogpushOwnershipChallenge(stack, 'proof', { zoneId, destination: OPEN });
    },
    ...['fields', 'job', 'other', 'proof'].map(
      (id) =>
        `[logs/${id}] zoneId: The zone is each.value, but this construct is not repeated. Pass the iterator that it comes from as forEach, or its count.`,
    ),
  ],
  [
    'a count for one zone',
    (app) =>
      void new LogCustomFields(withProvider(app), 'fields', {
        zoneId: ZONE,
        cookies,
        count: TerraformCount.of(2),
      }),
    `[logs/fields] zoneId: The custom log fields of zone ${ZONE} would be declared 2 times, because count is 2. A zone has one. Remove count, or take the zone from an iterator passed as forEach.`,
  ],
];

wrongCompositions('repetitions', repetitions);

const fieldsWith = (app: App, props: object): LogCustomFields =>
  new LogCustomFields(withProvider(app), 'fields', { zoneId: ZONE, cookies, ...props });

const UNDEFINED =
  'An expression has "undefined" in the place of a value. cdktf writes it for a value that is not set, and in its ' +
  "operators also for 0, \"\" and null. Set the value; write those as ref('0'), ref('\"\"') and ref('null').";

const expressions: readonly Row[] = [
  [
    'a value that is not set, of an iterator',
    (app) => {
      const forEach = iterator();
      const name = forEach.getString(undefined as never);
      fieldsWith(app, { forEach, zoneId: name, cookies: ['a', name] });
    },
    `[logs/fields] zoneId: ${UNDEFINED}`,
    `[logs/fields] cookies[1]: ${UNDEFINED}`,
  ],
  [
    'a zero in an operator',
    (app) => {
      const stack = withProvider(app);
      const rate = Op.add(new TerraformVariable(stack, 'rate', { type: 'number' }).numberValue, 0);
      const sample = rate as unknown as number;
      new LogpushJob(stack, 'job', { zoneId: ZONE, destination: OPEN, sample });
    },
    `[logs/job] sample: ${UNDEFINED}`,
  ],
  [
    'the text of a reference in a function',
    (app) => {
      const forEach = iterator();
      const name = Fn.join('-', ['x', '${each.key}']);
      new DataRulesets(withProvider(app), 'rulesets', {
        forEach,
        zoneId: forEach.value,
        kind: name,
      } as never);
    },
    '[logs/rulesets] kind: An expression has "$${each.key}", which is text there, and no reference. cdktf escapes "${" in the texts of its functions and operators. Pass the token, such as iterator.value, variable.stringValue or ref("…"), instead of its text.',
  ],
  [
    'a value of an iterator, and no forEach',
    (app) => void fieldsWith(app, { cookies: [iterator().value, TerraformIterator.fromMap({ a: 1 }).key] }),
    ...['[logs/fields] cookies[0]: It has each.value', '[logs/fields] cookies[1]: It has each.key'].map(
      (has) =>
        `${has}, but this construct has no forEach. Pass the iterator that it comes from as forEach, or its count.`,
    ),
  ],
  [
    'a number that cdktf does not find in a text',
    (app) => {
      const count = TerraformCount.of(2);
      const name = `n-${count.index}`;
      new LogpushJob(withProvider(app), 'job', { count, zoneId: ZONE, destination: OPEN, name });
    },
    '[logs/job] name: A number that only the engine knows follows "-", "+", "." or a digit in a text, where cdktf does not find it. Put Token.asString(number) into the text, such as Token.asString(count.index).',
  ],
  [
    'the index of a count, and forEach',
    (app) => {
      const forEach = iterator();
      const name = `n_${TerraformCount.of(2).index}`;
      new LogpushJob(withProvider(app), 'job', { forEach, zoneId: forEach.value, destination: OPEN, name });
    },
    '[logs/job] name: It has count.index, but this construct has no count. Pass the iterator that it comes from as forEach, or its count.',
  ],
];

wrongCompositions('expressions', expressions);

test.each([
  ['a cookie with this name', ['undefined']],
  ['the name in a function', [Fn.lower('undefined')]],
  ['a longer name', [Fn.join('-', ['is-undefined', 'undefined_name'])]],
  ['an escaped text', ['$${undefined}', Fn.replace('${HOST}', '${HOST}', 'a')]],
])('%s is not taken for an expression that was not meant', (_, given) => {
  const app = Testing.app();
  fieldsWith(app, { cookies: given });
  expect(() => app.synth()).not.toThrow();
});

const objects: readonly Row[] = [
  ['one, by count', (app) => void fieldsWith(app, { count: 1 })],
  ['two of zones that are not known', (app) => void fieldsWith(app, { count: 2, zoneId: '${var.zone}' })],
  [
    'an import of a count',
    (app) =>
      fieldsWith(app, {
        count: new TerraformVariable(withProvider(app, 'v'), 'n', {}).numberValue,
      }).importFrom(),
    `[logs/fields] importFrom names one object, but this construct is repeated. Use forEach, and an import id with a value of its iterator; or run terraform import for each instance.`,
  ],
  [
    'an import of one object for each',
    (app) => {
      const forEach = iterator();
      fieldsWith(app, { forEach, zoneId: forEach.value }).importFrom(ZONE);
    },
    `[logs/fields] importFrom names one object, but this construct is repeated. Use forEach, and an import id with a value of its iterator; or run terraform import for each instance.`,
  ],
  [
    'an instance that moves to several',
    (app) => {
      const forEach = iterator();
      fieldsWith(app, { forEach, zoneId: forEach.value }).moveFromId('zone_log_custom_fields.old["a"]');
    },
    '[logs/fields] moveFromId("zone_log_custom_fields.old[\\"a\\"]") names an instance, and this construct has several: none would take it over. Leave the key out if zone_log_custom_fields.fields has the same keys, or say which: stack.addOverride(\'moved\', [{ from: "zone_log_custom_fields.old[\\"a\\"]", to: \'zone_log_custom_fields.fields["key"]\' }]).',
  ],
];

wrongCompositions('objects of a repetition', objects);

test('each instance of a repetition has a zone and an import of its own', () => {
  const app = Testing.app();
  const [forEach, count] = [iterator(), TerraformCount.of(2)];
  const fields = fieldsWith(app, { forEach, zoneId: forEach.value });
  const stack = TerraformStack.of(fields);
  fields.resource.importFrom(forEach.value, new ZoneProvider(stack, 'other', { alias: 'other' }));
  const zoneId = Fn.element([ZONE, OTHER_ZONE], count.index) as string;
  new LogpushJob(stack, 'job', { count, zoneId, destination: OPEN });
  const instances = `\${toset(["${ZONE}", "${OTHER_ZONE}"])}`;
  expect((JSON.parse(Testing.synth(stack, true)) as { import: unknown }).import).toEqual([
    {
      for_each: instances,
      provider: 'zone.other',
      id: '${each.value}',
      to: 'zone_log_custom_fields.fields[each.key]',
    },
  ]);
  expect(() => Testing.synthHcl(stack)).toThrow('HCL output cannot express an import for each instance.');
});

describe('the lifecycle', () => {
  const NO_ALL = "To ignore all changes, write ignoreChanges: 'all'.";
  const wrong: readonly (readonly [name: string, id: string, hint: string])[] = [
    ['destinationConf', 'job', 'Write it as in HCL: "destination_conf".'],
    ['outputOptions', 'job', 'Write it as in HCL: "output_options".'],
    ['output_options.fieldNames', 'job', 'Write it as in HCL: "field_names".'],
    ['cookie', 'fields', 'Write it as in HCL: "cookies".'],
    ['x', 'fields', 'Write it as in HCL: one of "zone_id", "zone_name", "request_headers", '],
    ['all', 'fields', NO_ALL],
    ['*', 'rules', NO_ALL],
    ['rules[0].execute.rulesetId', 'rules', 'Write it as in HCL: "ruleset_id".'],
    ['rules[0].execute.overrides.rules["a"].scoreThreshold', 'rules', ''],
    ['targetState', 'migration', 'Write it as in HCL: "target_state".'],
  ];

  function composed(lifecycle: Partial<Record<string, TerraformResourceLifecycle>>, byAspect = false) {
    const app = Testing.app();
    const stack = withProvider(app);
    const given = (id: string): object => (byAspect ? {} : { lifecycle: lifecycle[id] });
    const fields = new LogCustomFields(stack, 'fields', { zoneId: ZONE, cookies, ...given('fields') });
    const all = {
      fields,
      job: new LogpushJob(stack, 'job', { zoneId: ZONE, destination: OPEN, ...given('job') }),
      rules: new ManagedRules(stack, 'rules', {
        zoneId: ZONE,
        rules: [{ name: 'one', expression: 'ssl', skip: { ruleset: 'current' } }],
        ...given('rules'),
      }),
      migration: new ManagedRulesMigration(stack, 'migration', {
        zoneId: OTHER_ZONE,
        targetState: 'validation',
        ...given('migration'),
      }),
    };
    const set = (): void =>
      Object.entries(lifecycle).forEach(([id, each]) => (all[id as 'job'].resource.lifecycle = each));
    if (byAspect) Aspects.of(stack).add({ visit: set });
    return { app, stack, ...all };
  }

  test.each(wrong)('has no %s of %s in ignoreChanges, in the props or by an Aspect', (name, id, hint) => {
    const last = name.split('.').at(-1) ?? '';
    const message = `There is no attribute "${last}"${last === name ? '' : ` in "${name}"`}. ${hint}`;
    for (const byAspect of [false, true]) {
      const { app } = composed({ [id]: { ignoreChanges: [name] } }, byAspect);
      if (hint === '') expect(() => app.synth()).not.toThrow();
      else expect(() => app.synth()).toThrow(`[logs/${id}] lifecycle.ignoreChanges[0]: ${message}`);
    }
  });

  test('may ignore every attribute, and a part of one, of what was one of several', () => {
    const ignoreChanges = [
      'logpull_options',
      'output_options.field_names',
      'enabled',
      'output_options["sample_rate"]',
    ];
    const { app, fields } = composed({ job: { ignoreChanges }, fields: { ignoreChanges: 'all' } });
    fields.moveFromId('zone_log_custom_fields.old["a"]');
    expect(() => app.synth()).not.toThrow();
  });

  test('has addresses that trigger a replacement, and no expressions', () => {
    const { stack, fields } = composed({});
    new LogpushJob(stack, 'triggered', {
      zoneId: ZONE,
      destination: OPEN,
      lifecycle: {
        replaceTriggeredBy: [
          fields,
          fields.resource,
          fields.fqn,
          fields.rulesetId,
          { fqn: 'null_resource.a' },
        ],
      },
    });
    const { resource } = JSON.parse(Testing.synth(stack)) as {
      resource: Record<string, Record<string, { lifecycle: unknown }>>;
    };
    const address = 'zone_log_custom_fields.fields';
    expect(resource['zone_logpush_job']?.['triggered']?.lifecycle).toEqual({
      replace_triggered_by: [address, address, address, `${address}.ruleset_id`, 'null_resource.a'],
    });
  });

  test.each([
    ['a data source', 'logs', 'logs/trigger is a data source, and only resources trigger a replacement.'],
    ['another stack', 'other', 'other/trigger is in another stack, which the engine does not see.'],
  ])('has no trigger that is %s', (_, id, message) => {
    const { app, stack } = composed({});
    const trigger =
      id === 'logs'
        ? new DataRulesets(stack, 'trigger', { zoneId: ZONE })
        : new LogCustomFields(withProvider(app, id), 'trigger', { zoneId: 'e'.repeat(32), cookies });
    new LogpushJob(stack, 'triggered', {
      zoneId: ZONE,
      destination: OPEN,
      lifecycle: { replaceTriggeredBy: [trigger] },
    });
    expect(() => app.synth()).toThrow(`[logs/triggered] lifecycle.replaceTriggeredBy[0]: ${message}`);
  });
});
