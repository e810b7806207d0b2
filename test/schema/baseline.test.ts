import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportCall } from '../../provider-shim/sdk/framework';
import { describe as described, oneOf, oneProblem, type Attributes, type Check } from '../../schema';
import { baselineOf, differences, unwritten, type Baseline, type Schemas } from './baseline';
import { writtenOut } from './written-out';

const ROOT = join(__dirname, '..', '..');
const FILE = join(ROOT, 'test/fixtures/schema/baseline.json');

/** With a value, this records a release: the schema of these sources takes the place of the recorded one. */
const WRITE = process.env['ZONEWRIGHT_WRITE_BASELINE'];

const recordedBaseline = (): Baseline => JSON.parse(readFileSync(FILE, 'utf8')) as Baseline;

function record(baseline: Baseline): void {
  writeFileSync(FILE, JSON.stringify(baseline));
  execFileSync(process.execPath, [join(ROOT, 'node_modules/prettier/bin/prettier.cjs'), '--write', FILE]);
}

it('breaks nothing that the last release promised (ZONEWRIGHT_WRITE_BASELINE=breaking records what does)', async () => {
  const last = recordedBaseline();
  const now = baselineOf(last);
  const breaking = (await differences(last, now)).filter((difference) => difference.breaking);
  expect(WRITE === 'breaking' ? [] : breaking).toEqual([]);
  if (WRITE) record(now);
});

it('has configurations with every attribute whose acceptance is promised', () => {
  const { types, accepted, importIds } = recordedBaseline();
  const missing = Object.entries(types).flatMap(([type, { attributes }]) =>
    unwritten(attributes, accepted[type] ?? []).map((name) => `${type}.${name}`),
  );
  expect({ missing, types: Object.keys(accepted) }).toEqual({ missing: [], types: Object.keys(types) });
  const imported = Object.keys(types).filter((type) => types[type]?.identity);
  expect(Object.keys(importIds)).toEqual(imported);
});

const tooMuch: Check<unknown> = (value) => oneProblem('much', `${JSON.stringify(value)} is too much.`, '');

const ATTRIBUTES = {
  name: { type: 'string', required: true, description: 'Name.' },
  mode: { type: 'string', optional: true, description: 'Mode.', checks: [oneOf('on', 'off')] },
  size: { type: 'int', optional: true, default: 1, description: 'Size.' },
  tags: { type: { set: 'string' }, optional: true, description: 'Tags.' },
  id: { type: 'string', computed: true, keepsPrior: true, description: 'Id.' },
  rules: {
    nested: 'list',
    optional: true,
    description: 'Rules.',
    attributes: { bytes: { type: 'int', optional: true, description: 'Bytes.' } },
  },
} as const satisfies Attributes;

const from = (type: string) => ({
  type,
  providers: ['example/example'],
  versions: [0],
  identify: () => ({ importId: '', known: {} }),
});

const importing =
  (...ids: readonly string[]) =>
  ({ id, diagnostics }: ImportCall<unknown>) => {
    const malformed = { message: `The import id ${JSON.stringify(id)} is malformed.`, hint: '' };
    return Promise.resolve(ids.includes(id) ? {} : void diagnostics.error(malformed));
  };

/** A resource with these attributes instead of its own; without those that are undefined. */
function thing(changed: Readonly<Record<string, object | undefined>> = {}, more: object = {}): Schemas {
  const all = Object.entries({ ...ATTRIBUTES, ...changed }).filter(
    ([, attribute]) => attribute !== undefined,
  );
  const attributes = Object.fromEntries(all) as Attributes;
  const schema = described({ type: 'thing', version: 1, description: '', attributes, ...more });
  const own = { identity: ['name', 'id'], moveSources: [from('old')], importState: importing('a/1', 'a,1') };
  return { 'resource thing': { schema, ...own, ...more } };
}

const { name, size, tags, rules } = ATTRIBUTES;
const { bytes } = rules.attributes;
const accepted = { 'resource thing': [{ name: 'a', size: 100, tags: ['b'], rules: [{ bytes: 1 }] }] };
const samples = { accepted, importIds: { 'resource thing': ['a/1', 'a,1'] } };
const before = baselineOf(samples, thing());
const found = async (schemas: Schemas): Promise<readonly string[]> =>
  (await differences(before, baselineOf(samples, schemas), schemas)).map(
    ({ breaking, where, what }) =>
      `${breaking ? 'breaking' : 'additive'}: ${where.replace('resource thing', 'thing')} ${what}`,
  );

/** A thing of which one attribute is different. */
const having = (attribute: keyof typeof ATTRIBUTES, change: object): Schemas =>
  thing({ [attribute]: { ...ATTRIBUTES[attribute], ...change } });
const used = (...use: readonly string[]): object => ({
  ...{ required: undefined, optional: undefined, computed: undefined },
  ...Object.fromEntries(use.map((each) => [each, true])),
});
const refusesAll = {
  validate: (_: unknown, told: { error(problem: object): void }) => told.error({ message: 'No.' }),
};
const dataThing = {
  'data thing': { schema: described({ type: 'thing', version: 0, description: '', attributes: {} }) },
} as unknown as Schemas;
const CHANGES: readonly (readonly [Schemas, ...(readonly string[])])[] = [
  [thing()],
  [having('name', { description: 'What it is called.' })],

  [{}, 'breaking: thing removed'],
  [thing({ tags: undefined }), 'breaking: thing.tags removed'],
  [thing({ tags: undefined, labels: tags }), 'breaking: thing.tags removed', 'additive: thing.labels added'],
  [
    thing({ tags: undefined, rules: { ...rules, attributes: { bytes, tags } } }),
    ...['breaking: thing.tags removed', 'additive: thing.rules.tags added'],
  ],
  [having('rules', { attributes: {} }), 'breaking: thing.rules.bytes removed'],
  [having('rules', { attributes: { bytes, name } }), 'breaking: thing.rules.name added, and required'],
  [thing({ more: name }), 'breaking: thing.more added, and required'],
  [having('tags', used('required')), 'breaking: thing.tags use is required, was optional'],
  [having('tags', used('computed')), 'breaking: thing.tags use is computed, was optional'],
  [
    having('tags', used('optional', 'computed')),
    'breaking: thing.tags use is optional, computed, was optional',
  ],
  [
    having('tags', { type: { list: 'string' } }),
    'breaking: thing.tags type is list(string), was set(string)',
  ],
  [having('rules', { nested: 'set' }), 'breaking: thing.rules type is set, was list'],
  [having('size', { default: 2 }), 'breaking: thing.size default is 2, was 1'],
  [thing({ size: bytes }), 'breaking: thing.size default is none, was 1'],
  [having('tags', { default: [] }), 'breaking: thing.tags default is [], was none'],
  [having('size', { defaultBeside: 'tags' }), 'breaking: thing.size default is 1 beside tags, was 1'],
  [having('size', { replaceOnChange: true }), 'breaking: thing.size replaceOnChange is set, was none'],
  [having('name', { sensitive: true }), 'breaking: thing.name sensitive is set, was none'],
  [having('tags', { writeOnly: true }), 'breaking: thing.tags writeOnly is set, was none'],
  [having('size', { creationOnly: true }), 'breaking: thing.size creationOnly is set, was none'],
  [having('id', { keepsPrior: undefined }), 'breaking: thing.id keepsPrior is none, was set'],
  [having('size', { checks: [tooMuch] }), 'breaking: thing.size refuses what was accepted: 100 is too much.'],
  [
    having('tags', { elementChecks: [tooMuch] }),
    'breaking: thing.tags.0 refuses what was accepted: "b" is too much.',
  ],
  [
    having('rules', { attributes: { bytes: { ...bytes, checks: [tooMuch] } } }),
    'breaking: thing.rules.0.bytes refuses what was accepted: 1 is too much.',
  ],
  [
    thing({}, { checks: [({ size: of }: { size: number }) => tooMuch(of)] }),
    'breaking: thing refuses what was accepted: 100 is too much.',
  ],
  [thing({}, refusesAll), 'breaking: thing refuses what was accepted: No.'],
  [having('mode', { checks: [oneOf('on')] }), 'breaking: thing.mode values is on, was on, off'],
  [having('tags', { elementChecks: [oneOf('b', 'c')] }), 'breaking: thing.tags values is b, c, was none'],
  [thing({}, { identity: ['id', 'name'] }), 'breaking: thing identity is id/name, was name/id'],
  [thing({}, { moveSources: [] }), 'breaking: thing moves is , was example/example old 0'],
  [thing({}, { version: 0 }), 'breaking: thing version is 0, was 1'],
  [thing({}, { version: 2 }), 'breaking: thing version is 2, was 1'],
  [thing({}, { importState: importing('a/1') }), 'breaking: thing refuses the import id "a,1"'],
  [
    thing({}, { importState: undefined }),
    ...['a/1', 'a,1'].map((each) => `breaking: thing refuses the import id "${each}"`),
  ],

  [thing({ more: tags }), 'additive: thing.more added'],
  [thing({ more: size }), 'additive: thing.more added; the refresh must fill in the default 1'],
  [thing({ more: { ...rules, attributes: { name } } }), 'additive: thing.more added'],
  [having('rules', { attributes: { bytes, tags } }), 'additive: thing.rules.tags added'],
  [having('name', used('optional')), 'additive: thing.name use is optional, was required'],
  [having('id', used('optional', 'computed')), 'additive: thing.id use is optional, computed, was computed'],
  [
    having('mode', { checks: [oneOf('on', 'off', 'auto')] }),
    'additive: thing.mode values is on, off, auto, was on, off',
  ],
  [having('mode', { checks: [] }), 'additive: thing.mode values is none, was on, off'],
  [having('tags', { deprecated: 'No.' }), 'additive: thing.tags deprecated is set, was none'],
  [having('name', { keepsPrior: true }), 'additive: thing.name keepsPrior is set, was none'],
  [
    thing({}, { moveSources: [from('old'), from('new')] }),
    'additive: thing moves is example/example old 0, example/example new 0, was example/example old 0',
  ],
  [{ ...thing(), ...dataThing }, 'additive: data thing added'],
];

it.each(CHANGES.map(([schemas, ...said]) => ({ schemas, said })))(
  'says of a change: $said',
  async (change) => {
    expect(await found(change.schemas)).toEqual(change.said);
  },
);

it.each([
  ['updates where there was a replacement', { size: { ...size, replaceOnChange: true } }, false],
  ['shows what was hidden', { name: { ...name, sensitive: true } }, true],
])('sorts what %s', async (_, changed, breaking) => {
  const was = baselineOf(samples, thing(changed));
  expect(await differences(was, before, thing())).toMatchObject([{ breaking }]);
});

it('finds a malformed import id, whichever resource refuses it', async () => {
  const types = Object.keys(recordedBaseline().importIds);
  const malformed = Object.fromEntries(types.map((type) => [type, ['none']]));
  const all = baselineOf({ accepted: {}, importIds: malformed });
  expect((await differences(all, all)).map(({ where }) => where)).toEqual(types);
});

it('writes out what a sample repeats and joins', () => {
  const sample = {
    text: { join: ['b', { repeat: 'a', times: 2 }] },
    names: ['b', { repeat: 'x-#', times: 2 }],
  };
  expect(writtenOut([{ sample }])).toEqual([{ sample: { text: 'baa', names: ['b', 'x-1', 'x-2'] } }]);
});
