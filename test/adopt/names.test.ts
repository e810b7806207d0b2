import fc from 'fast-check';
import { secretsIn } from '../../cli/adopt/destination';
import { declaredZone } from '../../cli/adopt/language';
import { labelled, objectKey, slug, zoneLabels } from '../../cli/adopt/names';
import { camelCase } from '../../lib/binding/spelling';
import type { Adoptable, ListedZone } from '../../provider-shim/zone-reader';
import { inLane } from '../support/lane';

const zone = (name: string, id: string): ListedZone => ({
  id: id.padEnd(32, '0'),
  name,
  plan: null,
});

describe('the label of a zone', () => {
  test.each<readonly string[]>([
    ['example.com', 'example_com'],
    ['api.Example.com', 'api_example_com'],
    ['bücher.example', 'bucher_example'],
    ['123.example', 'zone_123_example'],
    ...['main', 'imports', 'nul', 'com1'].map((name) => [name, `zone_${name}`]),
    ['', 'zone_aaaa0000'],
    ['例え', 'zone_aaaa0000'],
  ])('%j is %s', (name = '', label) => {
    expect([...zoneLabels([zone(name, 'aaaa')]).values()]).toEqual([label]);
  });

  test('has the id at its end where another zone would have the same, in any order', () => {
    const zones = ['a-b a', 'a.b b', 'ab c', 'c d'].map((text) => {
      const [name, digit = ''] = text.split(' ');
      return zone(`${name}.com`, digit.repeat(4));
    });
    // The function of the third's file would have the same name in camel case.
    const labels = ['a_b_com_aaaa0000', 'a_b_com_bbbb0000', 'ab_com_cccc0000', 'c_com'];
    for (const order of [zones, [...zones].reverse()])
      expect(zones.map(({ id }) => zoneLabels(order).get(id))).toEqual(labels);
  });
});

describe('the names of resources', () => {
  const job = (id: number, name: string, dataset = 'http_requests'): Adoptable => ({
    type: 'zone_logpush_job',
    importId: `z/${id}`,
    attributes: {},
    destination: 'gs://bucket',
    job: { id, name, dataset },
  });
  const object = (type: string): Adoptable => ({ type, importId: 'z', attributes: {} });
  const names = (objects: readonly Adoptable[], label = 'example_com', labels: readonly string[] = []) =>
    declaredZone({ zone: zone('', ''), objects, findings: [] }, label, new Set(labels)).declarations.map(
      (one) => one.label,
    );

  const TYPES = ['zone_log_custom_fields', 'zone_managed_rules_migration', 'zone_managed_rules'];

  test.each<[string, readonly Adoptable[], readonly string[]]>([
    ['say what an object is', TYPES.map(object), ['fields', 'migration', 'managed_rules']],
    [
      'of jobs come from their names, or their datasets',
      [
        ...[job(1, 'requests'), job(2, ''), job(3, 'example.com', 'dns_logs'), job(4, 'example.com-siem')],
        job(5, '', '-'),
      ],
      ['requests', 'http_requests', 'dns_logs', 'siem', 'job'],
    ],
    [
      'have the number of the job where two would be the same, also with another type',
      [job(1, 'a'), job(2, 'A'), job(3, 'fields'), object('zone_log_custom_fields')],
      ['a_1', 'a_2', 'fields_3', 'fields'],
    ],
    [
      'have the number as often as it takes, where with it they would be those of others',
      [job(1, 'a-b'), job(2, 'a_b'), job(3, 'a_b_2'), job(4, 'a_b_4')],
      ['a_b_1', 'a_b_2_2', 'a_b_2_3', 'a_b_4'],
    ],
  ])('%s', (_what, objects, expected) => {
    expect(names(objects)).toEqual(expected.map((name) => `example_com_${name}`));
  });

  test('are never those of another zone', () => {
    const labels = ['example_co', 'example_co_uk'];
    expect(names([job(1, 'uk_logs')], 'example_co', labels)).toEqual(['example_co__uk_logs']);
    expect(names([job(1, 'logs')], 'example_co_uk', labels)).toEqual(['example_co_uk_logs']);
    expect(names([job(1, 'uk'), job(2, 'ukraine')], 'example_co', labels)).toEqual([
      'example_co__uk',
      'example_co_ukraine',
    ]);
    expect(names([job(1, 'a_b_c')], 'x', ['x', 'x_a_b'])).toEqual(['x__a_b_c']);
  });

  test('of variables are not those of resources', () => {
    const objects = [{ ...job(1, 'a'), destination: 'https://h/?b=c' }, job(2, 'a-b')];
    const [first] = declaredZone({ zone: zone('', ''), objects, findings: [] }, 'x', new Set()).declarations;
    expect(secretsIn(first?.destination?.pieces ?? [])).toMatchObject([{ variable: 'x_a_b_2' }]);
  });

  test('are unique whatever names and numbers are, in any order, also beside those of an earlier run', () => {
    const jobs = fc.uniqueArray(
      fc.record({ id: fc.integer({ min: 1, max: 6 }), name: fc.constantFrom(...HOSTILE) }),
      { selector: ({ id }) => id, minLength: 1 },
    );
    fc.assert(
      fc.property(jobs, fc.nat(6), fc.infiniteStream(fc.nat()), (drawn, count, dice) => {
        const objects = [...drawn.map(({ id, name }) => job(id, name)), object('zone_log_custom_fields')];
        const labels = new Set(['a', 'a_b', 'ab']);
        const byKey = (all: readonly Adoptable[], before?: ReadonlyMap<string, string>) =>
          new Map(labelled(all, 'a', labels, before).map((one) => [objectKey(one.object), one.label]));
        const all = byKey(objects);
        expect(all).toEqual(distinct(all));
        for (const label of all.values()) expect(label).toMatch(/^a_[a-z0-9_]+$/);
        expect(new Map([...byKey(shuffled(objects, dice))].sort())).toEqual(new Map([...all].sort()));
        const before = byKey(objects.slice(0, count));
        const after = byKey(objects, before);
        expect(after).toEqual(distinct(after));
        expect(after).toEqual(new Map([...after, ...before]));
      }),
      { numRuns: inLane({ share: 300, whole: 2000 }) },
    );
  });
});

/** Names that clean up to the same, to what a number or an id makes of another, to nothing, or to a word of a language. */
const HOSTILE = [
  ...'a-b a_b A.B ab aB ä-b a_b_1 a_b_2 a-b-2 a_b_2_2 a_b_2_2_2 a_b_3'.split(' '),
  ...'- 例え 例 Я 1 1a 12 _1 zone_1 zone zone-zone fields fields_1'.split(' '),
  ...'import for_each class null CON nul com1 lpt9 require undefined app main'.split(' '),
  ...'__proto__ constructor a_b_aaaaaaaa a-b-aaaaaaaa a_b_bbbbbbbb_ ab-aaaaaaaa'.split(' '),
  ...['', 'a b'],
  ...['a', 'b'].flatMap((digit) => [`a_b_${digit.repeat(32)}`, `zone_${digit.repeat(8)}`]),
];

/** The same map, without a label that was there already: also not in other letters. */
function distinct<T>(labels: ReadonlyMap<T, string>): ReadonlyMap<T, string> {
  const keys = new Map([...labels].map(([key, label]) => [label.toLowerCase(), key]));
  return new Map([...labels].filter(([key, label]) => keys.get(label.toLowerCase()) === key));
}

function shuffled<T>(items: readonly T[], dice: Iterable<number>): readonly T[] {
  const rest = [...items];
  const all: T[] = [];
  for (const number of dice) {
    if (rest.length === 0) break;
    all.push(...rest.splice(number % rest.length, 1));
  }
  return all;
}

test('the label of a zone is its own, in any order: as a label, a function and a file on any system', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'].map((digit) => digit.repeat(32));
  ids.push(`${'a'.repeat(8)}${'f'.repeat(24)}`);
  const drawn = fc.array(fc.constantFrom(...HOSTILE), { minLength: 1, maxLength: ids.length });
  fc.assert(
    fc.property(drawn, fc.infiniteStream(fc.nat()), (names, dice) => {
      const zones = names.map((name, index) => zone(name, ids[index] ?? ''));
      const labels = zoneLabels(zones);
      expect(labels.size).toBe(zones.length);
      for (const form of [camelCase, (label: string) => label.replaceAll('_', '-')]) {
        const formed = new Map([...labels].map(([id, label]) => [id, form(label)]));
        expect(formed).toEqual(distinct(formed));
      }
      for (const label of labels.values()) {
        expect(label).toMatch(/^[a-z][a-z0-9_]*$/);
        expect(label).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d|require|exports|undefined)$/);
        expect(() => new Function(`'use strict'; function ${camelCase(label)}() {}`)).not.toThrow();
      }
      expect(new Map([...zoneLabels(shuffled(zones, dice))].sort())).toEqual(new Map([...labels].sort()));
    }),
    { numRuns: inLane({ share: 300, whole: 2000 }) },
  );
});

test('a slug has letters, digits and single underscores', () => {
  expect(slug('__A  b--C_é/')).toBe('a_b_c_e');
  expect(slug(`${'x'.repeat(79)}-b`)).toBe('x'.repeat(79));
});
