import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FleetZone, InventoryError, ZoneInventory } from '../../../lib';

const A = 'a'.repeat(32);
const B = 'b'.repeat(32);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'zonewright-inventory-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function read(file: string, text: string): readonly FleetZone[] {
  const path = join(folder, file);
  writeFileSync(path, text);
  return ZoneInventory.fromFile(path).zones;
}

/** The problems of what fails. */
function problemsOf(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof InventoryError) return error.problems;
    throw error;
  }
  return [];
}

const SHOP: FleetZone = { id: A, name: 'shop.example', labels: { team: 'shop', wave: '2' } };

describe('zones are read', () => {
  test('from YAML, with settings', () => {
    const text = `# by team
- id: ${A}
  name: shop.example
  labels: { team: shop, wave: "2" }
  settings: { requestHeaders: [x-cart] }
- { id: ${B}, name: blog.example }
`;
    const settings = { requestHeaders: ['x-cart'] };
    expect(read('zones.yaml', text)).toEqual([
      { ...SHOP, settings },
      { id: B, name: 'blog.example' },
    ]);
  });

  test('from CSV, whose other columns are labels, and whose empty cells are none', () => {
    const text = `\uFEFFname,id,team,wave\r\nshop.example,${A},shop,2\r\n\r\n"blog, the",${B},,\r\n`;
    expect(read('zones.csv', text)).toEqual([SHOP, { id: B, name: 'blog, the', labels: {} }]);
  });

  test('from code, and selected by labels', () => {
    const inventory = ZoneInventory.of([SHOP, { id: B, name: 'blog.example' }]);
    expect(inventory.where({ team: 'shop', wave: '2' }).zones).toEqual([SHOP]);
    expect(inventory.where({ team: 'shop', wave: '3' }).zones).toEqual([]);
  });

  test('does not select by a label that no zone has, if zones have one that is spelled nearly like it', () => {
    const inventory = ZoneInventory.of([{ ...SHOP, labels: { log: 'on' } }]);
    expect(problemsOf(() => inventory.where({ logs: 'on' }))).toEqual([
      'where(): zones have the label log, and what is read is logs. Correct the one or the other.',
    ]);
    expect(inventory.where({ color: 'red' }).zones).toEqual([]);
  });

  test('reads no column that is spelled nearly like one that is declared', () => {
    const path = join(folder, 'columns.csv');
    writeFileSync(path, `id,name,log,note\n${SHOP.id},${SHOP.name},on,x\n`);
    expect(problemsOf(() => ZoneInventory.fromFile(path, { labels: ['logs'] }))).toEqual([
      'columns.csv: zones have the label log, and what is read is logs. Correct the one or the other.',
    ]);
    expect(ZoneInventory.fromFile(path, { labels: ['log'] }).zones).toHaveLength(1);
  });
});

test('a table may end its lines with empty columns, as spreadsheets write them, and may be empty', () => {
  expect(read('zones.csv', `id,name,,\n${A},shop.example,,\n`)).toEqual([
    { id: A, name: 'shop.example', labels: {} },
  ]);
  expect(read('zones.csv', '\n')).toEqual([]);
});

test('a zone may have a name alone, but not where its id is what counts', () => {
  const zones = [{ name: 'shop.example' }, { id: A, name: 'blog.example' }];
  expect(read('zones.yaml', '- name: shop.example\n- { id: ' + A + ', name: blog.example }\n')).toEqual(
    zones,
  );
  expect(read('zones.csv', `id,name\n,shop.example\n${A},blog.example\n`)).toMatchObject(zones);
  expect(read('zones.csv', 'name\nshop.example\n')).toMatchObject([{ name: 'shop.example' }]);
  expect(problemsOf(() => ZoneInventory.of(zones).withIds())).toEqual([
    'zone 1: shop.example has no id, by which approvals and surveys know it.',
  ]);
});

describe('mistakes are all told, each with its place:', () => {
  test.each<readonly [string, string, string, readonly string[]]>([
    [
      'members and doubles',
      'zones.yaml',
      `- { id: ${A}, name: one }\n- { id: A1, nam: two }\n- { id: ${A}, name: one, labels: { wave: 2 } }\n- shop.example\n`,
      [
        expect.stringMatching(/^zones\.yaml, line 2: .*"A1".* 32 /) as unknown as string,
        'zones.yaml, line 2: name is missing: write a name for the zone, such as its domain.',
        'zones.yaml, line 2: there is no member nam. A zone has id, name, labels, settings.',
        `zones.yaml, line 3: labels is {"wave":2}: write texts by their names, such as { team: 'shop' }.`,
        'zones.yaml, line 4: a zone is an object with id and name, not "shop.example".',
        `zones.yaml, line 3: the id ${A} is that of zones.yaml, line 1 already.`,
        'zones.yaml, line 3: the name one is that of zones.yaml, line 1 already.',
      ],
    ],
    [
      'malformed YAML',
      'zones.yaml',
      `- id: ${A}\n  name: "one\n`,
      [expect.stringMatching(/^zones\.yaml, line \d: /) as unknown as string],
    ],
    [
      'CSV without a column',
      'zones.csv',
      `id,domain\n${A},one\n`,
      ['zones.csv, line 1: the header has no column name.'],
    ],
    [
      'CSV with rows of any length, a bad id, a column twice and one without a name',
      'zones.csv',
      `id,name,team,team,\n${A},one,a,b\n1,two,a,b,\n${B},three,a,b,"x\ny"\n\n${A},f,o,u,r,!\n${B},three,,,\n`,
      [
        'zones.csv, line 1: the header has the column team more than once.',
        'zones.csv, line 2: the row has 4 cells, and the header has 5 columns. Quote a cell that has a comma in it.',
        expect.stringMatching(/^zones\.csv, line 3: .*"1".* 32 /) as unknown as string,
        'zones.csv, line 5: "x\\ny" is in a column without a name.',
        'zones.csv, line 7: the row has 6 cells, and the header has 5 columns. Quote a cell that has a comma in it.',
        `zones.csv, line 8: the id ${B} is that of zones.csv, line 5 already.`,
        'zones.csv, line 8: the name three is that of zones.csv, line 5 already.',
      ],
    ],
  ])('%s', (_what, file, text, problems) => expect(problemsOf(() => read(file, text))).toEqual(problems));

  test('another format', () =>
    expect(problemsOf(() => ZoneInventory.fromFile('zones.txt'))).toEqual([
      'zones.txt: the name of the file says no format that is known. Use .yaml, .yml, .json or .csv.',
    ]));
});
