import 'cdktf/lib/testing/adapters/jest';
import {
  Lazy,
  TerraformDataSource,
  TerraformOutput,
  TerraformProvider,
  TerraformResource,
  TerraformVariable,
  Testing,
} from 'cdktf';
import { Construct } from 'constructs';
import * as zonewright from '../../lib';
import { camelCase } from '../../lib/binding/spelling';
import { ZoneAction } from '../../lib/elements/zone-action';
import { OBJECT_SCHEMAS, type ObjectSchema } from '../../schema';
import { NEEDED } from '../refusals/by-constructs';
import { OPEN, ZONE, zoneStack } from './logpush-stack';
import { synth, synthPart, validationErrors } from './synth';

Testing.setupJest();

type Make = new (scope: Construct, id: string, props: never) => Construct & { readonly fqn: string };
type Class = Make & { readonly tfResourceType: string };
const { LogpushJob, DataLogpushJobHealth, DataManagedRulesets, DataZones, ZoneProvider } = zonewright;
const classes = zonewright as unknown as Readonly<Record<string, Class>>;

/** Every construct of one object, and what it needs. */
const named = Object.entries(NEEDED)
  .filter(([name]) => name !== 'MigrationGate' && name !== 'ZoneProvider')
  .map(([name, props]) => [name, classes[name] as Class, props] as const);

test('DataZones returns the id of a name in any spelling, and of none that it does not look up', () => {
  const stack = zoneStack();
  const word = new TerraformVariable(stack, 'word', {}).stringValue;
  const zones = new DataZones(stack, 'zones', { names: ['Start.Example', 'xn--mnchen-3ya.example'] });
  const more = new DataZones(stack, 'more', { names: ['example.com', word] });
  const ids = [zones.idOf(' start.example.'), zones.idOf('MÜNCHEN.example'), zones.idOf(word)];
  new TerraformOutput(stack, 'ids', { value: [...ids, more.idOf('a.example')] });
  const keys = ['"Start.Example"', '"xn--mnchen-3ya.example"', 'var.word'];
  const value = keys.map((key) => `\${data.zone_zones.zones.ids[${key}]}`);
  expect(synth(stack).output).toEqual({
    ids: { value: [...value, '${data.zone_zones.more.ids["a.example"]}'] },
  });
  for (const name of ['other.example', 'art.example', '', 'ü b', 'münchen.example/x'])
    expect(() => zones.idOf(name)).toThrow(`[stack/zones] names does not list "${name}", so its id is not`);
});

test('DataManagedRulesets finds rules by expressions, with the literal text of a name or category in them', () => {
  const stack = zoneStack();
  const found = new DataManagedRulesets(stack, 'found', { zoneId: ZONE });
  const word = new TerraformVariable(stack, 'word', {}).stringValue;
  const late = Lazy.stringValue({ produce: () => 'late "r"' });
  const texts = [String.raw`a "b" \c`, word, `x ${word} "y"`, '${var.all["k"]}', late];
  const ids = texts.map((text) => found.ruleId('r', text));
  new TerraformOutput(stack, 'ids', { value: [...ids, found.ruleIds('r', 'c "d"')] });
  const rules = 'data.zone_managed_rulesets.found.rulesets.r.rules';
  const each = `[ for key, val in ${rules}:`;
  const joined = 'join("", ["x ", var.word, " \\"y\\""])';
  const written = ['"a \\"b\\" \\\\c"', 'var.word', joined, 'var.all["k"]', '"late \\"r\\""'];
  expect(synthPart(stack, 'output')).toEqual({
    ids: {
      value: [
        ...written.map((text) => `\${one(matchkeys(keys(${rules}), ${each} val.name], [${text}]))}`),
        `\${${each} key if contains(val.categories, "c \\"d\\"")]}`,
      ],
    },
  });
});

const isData = ({ name }: Class): boolean => name.startsWith('Data');
const isAction = (one: Class): boolean => one.prototype instanceof ZoneAction;
const objects = named.filter(([, construct]) => !isAction(construct));

test('the table has every class of one object', () => {
  const all = Object.entries(zonewright).flatMap(([name, one]) => {
    const prototype: unknown = typeof one === 'function' ? one.prototype : undefined;
    if (typeof prototype !== 'object' || prototype === null || name === 'MigrationGate') return [];
    return 'resource' in prototype || prototype instanceof TerraformDataSource ? [name] : [];
  });
  expect(named.map(([name]) => name).sort()).toEqual(all.sort());
});

test.each(objects)(
  '%s has a stable address and the arguments of any block, and the matchers of cdktf find it by its class',
  (_, construct, props) => {
    const stack = zoneStack();
    const provider = new ZoneProvider(stack, 'other', { alias: 'other' });
    const before = new TerraformResource(stack, 'before', { terraformResourceType: 'any' });
    const team = new Construct(stack, 'team');
    const lifecycle = { preventDestroy: true, ignoreChanges: ['zone_id'], replaceTriggeredBy: [before] };
    const kept = isData(construct) ? {} : { lifecycle };
    const inHcl = {
      prevent_destroy: true,
      ignore_changes: ['zone_id'],
      replace_triggered_by: ['any.before'],
    };
    new construct(team, 'it', {
      ...props,
      provider,
      dependsOn: [before, { fqn: 'any.other' }],
      ...kept,
    } as never);
    const meta = {
      ...{ provider: 'zone.other', depends_on: ['any.before', 'any.other'] },
      ...(isData(construct) ? {} : { lifecycle: inHcl }),
    };
    const written = synth(stack)[isData(construct) ? 'data' : 'resource'] as Record<string, object>;
    expect(written[construct.tfResourceType]).toMatchObject({ team_it_13C43163: meta });
    const inner = isData(construct) ? '' : '    └── Default (ZoneResource)\n';
    expect(Testing.renderConstructTree(team)).toBe(`team (Construct)\n└── it (${construct.name})\n${inner}`);
    const document = expect(Testing.synth(stack));
    if (isData(construct)) document.toHaveDataSource(construct);
    else document.toHaveResource(construct);
  },
);

type Imported = { importFrom(id?: string): void };
const OF_A_ZONE = ['LogCustomFields', 'ManagedRulesMigration'];

test.each(named.filter(([name]) => OF_A_ZONE.includes(name)))(
  '%s is imported by its zone, or by what is named last',
  (_, construct, props) => {
    for (const [id, imported] of [[undefined, ZONE] as const, ['elsewhere', 'elsewhere'] as const]) {
      const stack = zoneStack();
      const it = new construct(stack, 'it', props as never) as unknown as Imported;
      for (const asked of ['before', id]) it.importFrom(asked);
      expect(synthPart(stack, 'import')).toEqual([{ to: `${construct.tfResourceType}.it`, id: imported }]);
    }
  },
);

test('the matchers of cdktf find the provider by its class', () => {
  const stack = zoneStack();
  new ZoneProvider(stack, 'other', { alias: 'other', maxRetries: 2 });
  expect(ZoneProvider.prototype).toBeInstanceOf(TerraformProvider);
  expect(Testing.synth(stack)).toHaveProviderWithProperties(ZoneProvider, { max_retries: 2 });
});

test.each(objects)('each getter of %s refers to the attribute of its name', (_, construct, props) => {
  const stack = zoneStack();
  const one = new construct(stack, 'it', props as never) as unknown as Readonly<Record<string, unknown>>;
  const schema = OBJECT_SCHEMAS.find(({ type }) => type === construct.tfResourceType) as ObjectSchema;
  const computed = Object.entries(schema.attributes).flatMap(([name, { optional, required }]) =>
    optional || required ? [] : [name],
  );
  const getters = computed.map((attribute) => ({ name: camelCase(attribute), attribute }));
  for (const { name } of getters) new TerraformOutput(stack, name, { value: one[name] });
  const address = `${isData(construct) ? 'data.' : ''}${construct.tfResourceType}.it`;
  const written = synthPart(stack, 'output') as Record<string, { readonly value: string }>;
  for (const { name, attribute } of getters)
    expect(written[name]?.value.replace(/tolist\((.*)\)/, '$1')).toBe(`\${${address}.${attribute}}`);
});

const readers = named.filter(([, construct]) => isData(construct) || isAction(construct));

test.each(readers.filter(([, , props]) => 'zoneId' in props))(
  '%s checks its zone at synth, but not a token',
  (_, construct, props) => {
    const stack = zoneStack();
    const zoneId = new TerraformVariable(stack, 'zone_id', {}).stringValue;
    for (const [id, given] of Object.entries({ a: 'example.com', b: undefined, c: zoneId }))
      new construct(stack, id, { ...props, zoneId: given } as never);
    expect(validationErrors(stack)).toEqual([
      `[stack/a] zoneId: "example.com" is not a zone id. A zone id is 32 lower-case hexadecimal digits, e.g. "${ZONE}". It is not the zone's name. Look it up in the zone's overview.`,
      '[stack/b] zoneId: A value is required here. Give one. A value from the environment is undefined when its variable is not set.',
    ]);
  },
);

test('a health of a job has a job number at synth, or that of a job of the stack', () => {
  const stack = zoneStack();
  const { zoneId, jobId } = new LogpushJob(stack, 'job', { zoneId: ZONE, destination: OPEN });
  new DataLogpushJobHealth(stack, 'of-job', { zoneId, jobId });
  expect(synthPart(stack, 'data')).toEqual({
    zone_logpush_job_health: { 'of-job': { zone_id: ZONE, job_id: '${zone_logpush_job.job.job_id}' } },
  });
  new DataLogpushJobHealth(stack, 'none', { zoneId: ZONE, jobId: 0 });
  expect(validationErrors(stack)).toEqual([expect.stringMatching(/^\[stack\/none\] jobId: 0 /)]);
});
