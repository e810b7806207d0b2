import { TerraformStack, Testing } from 'cdktf';
import { Construct } from 'constructs';
import {
  DataRulesets,
  LogCustomFields,
  LogpushJob,
  ManagedRules,
  ManagedRulesMigration,
  ZoneProvider,
} from '../../lib';
import { OPEN, warningsOf, ZONE, zoneStack } from './logpush-stack';
import { synth, type testStack, validationErrors } from './synth';

type Stack = ReturnType<typeof testStack>;

const KEEP = { lifecycle: { destroy: false } };

/** What a stack declares, and what it says of objects that leave. */
function blocks(stack: Stack): object {
  const { resource, removed, moved, import: imported } = synth(stack);
  return { resource, removed, moved, import: imported };
}

const NOTHING = { resource: undefined, removed: undefined, moved: undefined, import: undefined };

const fields = (stack: Stack, id: string): LogCustomFields =>
  new LogCustomFields(stack, id, { zoneId: ZONE, cookies: ['a'] });

const DECLARED = { zone_id: ZONE, cookies: ['a'] };

describe('an object that the state forgets', () => {
  test.each([
    ['zone_log_custom_fields', LogCustomFields, { cookies: ['a'] }],
    ['zone_logpush_job', LogpushJob, { destination: OPEN }],
    ['zone_managed_rules_migration', ManagedRulesMigration, { targetState: 'finished' }],
    ['zone_managed_rules', ManagedRules, {}],
  ])('has a removed block instead of its %s, or is named by its address', (type, Construct, props) => {
    const stack = zoneStack();
    const construct = new Construct(stack, 'gone', { zoneId: ZONE, ...props } as never);
    construct.forget();
    Construct.forget(stack, `module.fleet.module.zones.${type}.this`);
    expect(blocks(stack)).toEqual({
      ...NOTHING,
      removed: [
        { from: `${type}.gone`, ...KEEP },
        { from: `module.fleet.module.zones.${type}.this`, ...KEEP },
      ],
    });
    expect(warningsOf(construct)).toEqual([]);
  });

  test.each([
    [
      'fields',
      '[stack/removed fields] forget: "fields" is not the address of a zone_log_custom_fields that can be forgotten. Give it as terraform state list shows it, e.g. "zone_log_custom_fields.fields" or "module.zones.zone_log_custom_fields.this".',
    ],
    [
      'zone_logpush_job.job',
      '[stack/removed zone_logpush_job.job] forget: "zone_logpush_job.job" is not the address of a zone_log_custom_fields that can be forgotten. Give it as terraform state list shows it, e.g. "zone_log_custom_fields.fields" or "module.zones.zone_log_custom_fields.this".',
    ],
    [
      'zone_log_custom_fields.a["k"]',
      String.raw`[stack/removed zone_log_custom_fields.a["k"]] forget: "zone_log_custom_fields.a[\"k\"]" is not the address of a zone_log_custom_fields that can be forgotten. A removed block takes no key and forgets all instances. To forget one of them, run: terraform state rm 'zone_log_custom_fields.a["k"]'`,
    ],
  ])('cannot be named by %s', (address, error) => {
    const stack = zoneStack();
    LogCustomFields.forget(stack, address);
    expect(validationErrors(stack)).toEqual([error]);
  });

  test('is not imported, and another construct may declare its zone', () => {
    const stack = zoneStack();
    const old = fields(stack, 'old');
    old.importFrom();
    old.moveFromId('zone_log_custom_fields.older');
    old.forget();
    fields(stack, 'new').moveFromId('zone_log_custom_fields.earlier');
    expect(blocks(stack)).toEqual({
      ...NOTHING,
      moved: [
        { from: 'zone_log_custom_fields.older', to: 'zone_log_custom_fields.old' },
        { from: 'zone_log_custom_fields.earlier', to: 'zone_log_custom_fields.new' },
      ],
      resource: { zone_log_custom_fields: { new: DECLARED } },
      removed: [{ from: 'zone_log_custom_fields.old', ...KEEP }],
    });
  });

  test('is no dependency of others', () => {
    const stack = zoneStack();
    const gone = fields(stack, 'gone');
    const kept = new LogpushJob(stack, 'kept', { zoneId: 'f'.repeat(32), destination: OPEN });
    new LogpushJob(stack, 'job', { customFields: gone, destination: OPEN, dependsOn: [kept] });
    gone.forget();
    expect(synth(stack)['resource']).toMatchObject({
      zone_logpush_job: {
        job: { logpull_options: { fields: ['Cookies'] }, depends_on: ['zone_logpush_job.kept'] },
      },
    });
  });

  test.each([
    ['stack/gone/Default', (stack: Stack): void => fields(stack, 'gone').forget()],
    [
      'stack/removed zone_log_custom_fields.gone',
      (stack: Stack): void => LogCustomFields.forget(stack, 'zone_log_custom_fields.gone'),
    ],
  ])('is refused in HCL output, which would omit the block: %s', (path, forget) => {
    const stack = zoneStack();
    forget(stack);
    expect(() => stack.toHclTerraform()).toThrow(
      `[${path}] HCL output cannot express a removed block. Remove "hclOutput" from the App: the JSON output can.`,
    );
  });
});

describe('node.addDependency', () => {
  test('makes everything in a construct depend on everything in another', () => {
    const stack = zoneStack();
    const first = fields(stack, 'first');
    const second = new LogpushJob(stack, 'second', { zoneId: ZONE, destination: OPEN, dependsOn: [first] });
    const team = new Construct(stack, 'team');
    const third = new LogpushJob(team, 'third', { zoneId: ZONE, destination: OPEN, dependsOn: [first] });
    third.node.addDependency(second);
    team.node.addDependency(second, new DataRulesets(stack, 'found', { zoneId: ZONE }), third);
    const { zone_logpush_job: jobs } = synth(stack)['resource'] as Record<string, object>;
    expect(Object.values(jobs ?? {})).toMatchObject([
      { depends_on: ['zone_log_custom_fields.first'] },
      { depends_on: ['zone_log_custom_fields.first', 'zone_logpush_job.second', 'data.zone_rulesets.found'] },
    ]);
  });

  test('adds no dependency on a resource of another stack, which another run creates', () => {
    const app = Testing.app();
    const [one, two] = ['one', 'two'].map((id) => {
      const stack = new TerraformStack(app, id);
      new ZoneProvider(stack, 'zone');
      return fields(stack, id);
    }) as [LogCustomFields, LogCustomFields];
    two.node.addDependency(one);
    const { resource } = TerraformStack.of(two).toTerraform() as { readonly resource: object };
    expect(JSON.stringify(resource)).not.toContain('depends_on');
  });
});
