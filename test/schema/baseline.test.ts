import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe as described, type Attributes, type Check, type ObjectSchema } from '../../schema';
import { baselineOf, differences, type Baseline, type Schemas } from './baseline';

const FILE = join(__dirname, '../fixtures/schema/baseline.json');
const baseline = JSON.parse(readFileSync(FILE, 'utf8')) as Baseline;

it('breaks nothing that the last release promised', () => {
  // ZONEWRIGHT_BASELINE=write records a release.
  if (process.env['ZONEWRIGHT_BASELINE'] === 'write')
    writeFileSync(FILE, `${JSON.stringify(baselineOf(baseline.accepted), undefined, 2)}\n`);
  expect(differences(baseline, baselineOf(baseline.accepted)).filter(({ breaking }) => breaking)).toEqual([]);
});

it('has configurations of every resource whose acceptance is promised', () => {
  const resources = Object.keys(baseline.types).filter((type) => type.startsWith('resource '));
  expect(resources.filter((type) => (baseline.accepted[type] ?? []).length === 0)).toEqual([]);
});

const ATTRIBUTES = {
  name: { type: 'string', required: true, description: 'Name.' },
  size: { type: 'int', optional: true, default: 1, description: 'Size.' },
  tags: { type: { set: 'string' }, optional: true, description: 'Tags.' },
  id: { type: 'string', computed: true, keepsPrior: true, description: 'Id.' },
  limits: {
    nested: 'single',
    optional: true,
    description: 'Limits.',
    attributes: { bytes: { type: 'int', optional: true, description: 'Bytes.' } },
  },
} satisfies Attributes;

const schemasOf = (attributes: Attributes, more: Partial<ObjectSchema> = {}): Schemas => ({
  'resource thing': described({ type: 'thing', version: 1, description: '', attributes, ...more }),
});
const accepted = { 'resource thing': [{ name: 'a', size: 100 }] };
const before = baselineOf(accepted, schemasOf(ATTRIBUTES));
const found = (schemas: Schemas): readonly string[] =>
  differences(before, baselineOf(accepted, schemas), schemas).map(
    ({ breaking, where, what }) => `${breaking ? 'breaking' : 'additive'}: ${where} ${what}`,
  );
const { name, size, tags, id, limits } = ATTRIBUTES;
const least: Check<number> = (value) =>
  value > 10 ? [{ code: 'too_large', path: [], message: `${value} is too large.`, hint: '' }] : [];

it.each<readonly [string, Schemas, string]>([
  ['a type removed', {}, 'breaking: resource thing removed'],
  ['an attribute removed', schemasOf({ name, size, id, limits }), 'breaking: resource thing.tags removed'],
  [
    'an attribute renamed',
    schemasOf({ name, size, labels: tags, id, limits }),
    'breaking: resource thing.tags removed; additive: resource thing.labels added',
  ],
  [
    'a member removed',
    schemasOf({ ...ATTRIBUTES, limits: { ...limits, attributes: {} } }),
    'breaking: resource thing.limits.bytes removed',
  ],
  [
    'a required attribute added',
    schemasOf({ ...ATTRIBUTES, more: name }),
    'breaking: resource thing.more added, and required',
  ],
  [
    'an attribute required',
    schemasOf({ ...ATTRIBUTES, tags: { ...tags, optional: undefined, required: true } as never }),
    'breaking: resource thing.tags is required, was optional',
  ],
  [
    'an attribute computed only',
    schemasOf({ ...ATTRIBUTES, tags: { ...tags, optional: undefined, computed: true } as never }),
    'breaking: resource thing.tags is computed, was optional',
  ],
  [
    'another type',
    schemasOf({ ...ATTRIBUTES, tags: { ...tags, type: { list: 'string' } } }),
    'breaking: resource thing.tags is list(string), was set(string)',
  ],
  [
    'another default',
    schemasOf({ ...ATTRIBUTES, size: { ...size, default: 2 } }),
    'breaking: resource thing.size has the default 2, had 1',
  ],
  [
    'a replacement where there was an update',
    schemasOf({ ...ATTRIBUTES, size: { ...size, replaceOnChange: true } }),
    'breaking: resource thing.size is replaceOnChange now',
  ],
  [
    'a value shown that was hidden before, or the other way round',
    schemasOf({ ...ATTRIBUTES, name: { ...name, sensitive: true } }),
    'breaking: resource thing.name is sensitive now',
  ],
  [
    'a stricter check',
    schemasOf({ ...ATTRIBUTES, size: { ...size, checks: [least] } }),
    'breaking: resource thing.size refuses what was accepted: 100 is too large.',
  ],
  [
    'an older version of states',
    schemasOf(ATTRIBUTES, { version: 0 }),
    'breaking: resource thing its states of before cannot be read',
  ],
  ['an attribute added', schemasOf({ ...ATTRIBUTES, more: tags }), 'additive: resource thing.more added'],
  [
    'an attribute that may be left out now',
    schemasOf({ ...ATTRIBUTES, name: { ...name, required: undefined, optional: true } as never }),
    'additive: resource thing.name is optional, was required',
  ],
  [
    'a computed attribute that may be set now',
    schemasOf({ ...ATTRIBUTES, id: { ...id, optional: true } as never }),
    'additive: resource thing.id is optional, computed, was computed',
  ],
  [
    'a type added',
    {
      ...schemasOf(ATTRIBUTES),
      'data thing': described({ type: 'thing', version: 0, description: '', attributes: {} }),
    },
    'additive: data thing added',
  ],
  ['a newer version of states', schemasOf(ATTRIBUTES, { version: 2 }), ''],
])('sorts %s', (_, schemas, difference) => {
  expect(found(schemas).join('; ')).toBe(difference);
});
