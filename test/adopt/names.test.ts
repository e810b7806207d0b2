import { labelled, slug, zoneLabels } from '../../cli/adopt/names';
import type { Adoptable, ListedZone } from '../../provider-shim/zone-reader';

const zone = (name: string, id: string): ListedZone => ({
  id: id.padEnd(32, '0'),
  name,
  account: null,
  plan: null,
});

describe('the label of a zone', () => {
  test.each([
    ['example.com', 'example_com'],
    ['api.Example.com', 'api_example_com'],
    ['bücher.example', 'bucher_example'],
    ['123.example', 'zone_123_example'],
    ['main', 'zone_main'],
    ['', 'zone_aaaa0000'],
    ['例え', 'zone_aaaa0000'],
  ])('%j is %s', (name, label) => {
    expect([...zoneLabels([zone(name, 'aaaa')]).values()]).toEqual([label]);
  });

  test('has the id at its end where another zone would have the same, in any order', () => {
    const zones = [
      zone('a-b.com', 'aaaa'),
      zone('a.b.com', 'bbbb'),
      zone('ab.com', 'cccc'),
      zone('c.com', 'dddd'),
    ];
    const labels = {
      [zones[0]?.id ?? '']: 'a_b_com_aaaa0000',
      [zones[1]?.id ?? '']: 'a_b_com_bbbb0000',
      // The function of its file would have the same name in camel case.
      [zones[2]?.id ?? '']: 'ab_com_cccc0000',
      [zones[3]?.id ?? '']: 'c_com',
    };
    expect(Object.fromEntries(zoneLabels(zones))).toEqual(labels);
    expect(Object.fromEntries(zoneLabels([...zones].reverse()))).toEqual(labels);
  });
});

test('labels are unique where names and the beginnings of ids are equal, and short where names are long', () => {
  const zones = [zone('a.com', 'aaaaaaaa1'), zone('a.com', 'aaaaaaaa2'), zone('x'.repeat(3000), 'b')];
  const labels = [...zoneLabels(zones).values()];
  expect(new Set(labels).size).toBe(3);
  expect(labels[2]).toBe('x'.repeat(80));
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
    labelled(objects, label, new Set(labels)).map((one) => one.label);

  test('say what an object is', () => {
    const types = ['zone_log_custom_fields', 'zone_managed_rules_migration', 'zone_managed_rules'];
    expect(names(types.map(object))).toEqual([
      'example_com_fields',
      'example_com_migration',
      'example_com_managed_rules',
    ]);
  });

  test('of jobs come from their names, or their datasets', () => {
    expect(
      names([job(1, 'requests'), job(2, ''), job(3, 'example.com', 'dns_logs'), job(4, 'example.com-siem')]),
    ).toEqual([
      'example_com_requests',
      'example_com_http_requests',
      'example_com_dns_logs',
      'example_com_siem',
    ]);
  });

  test('have the number of the job where two would be the same, also with another type', () => {
    expect(names([job(1, 'a'), job(2, 'A'), job(3, 'fields'), object('zone_log_custom_fields')])).toEqual([
      'example_com_a_1',
      'example_com_a_2',
      'example_com_fields_3',
      'example_com_fields',
    ]);
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
});

test('a slug has letters, digits and single underscores', () => {
  expect(slug('__A  b--C_é/')).toBe('a_b_c_e');
});
