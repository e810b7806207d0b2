import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  FleetStacks,
  type IdentifiedZone,
  InventoryError,
  RolloutWaves,
  type StackOfZone,
  ZoneInventory,
} from '../../../lib';

let folder: string;
let record: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zonewright-stacks-'));
  record = join(folder, 'zone-stacks.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const zone = (index: number): IdentifiedZone => ({
  id: index.toString(16).padStart(32, '0'),
  name: `zone-${index}.example`,
  labels: { team: `team-${index % 3}` },
});

const zones = (count: number): readonly IdentifiedZone[] =>
  Array.from({ length: count }, (_, index) => zone(index));

/** Some of 60 zones, in any order. */
const someZones = fc.shuffledSubarray([...zones(60)], { minLength: 1 });

const sizesOf = (stacks: StackOfZone): readonly number[] => {
  const sizes = new Map<string, number>();
  for (const stack of stacks.values()) sizes.set(stack, (sizes.get(stack) ?? 0) + 1);
  return [...sizes.values()];
};

describe('a zone stays in its stack when others are added, removed or reordered:', () => {
  const rules: Readonly<Record<string, () => FleetStacks>> = {
    'a stack for each zone': () => FleetStacks.perZone(),
    'by a label': () => FleetStacks.byLabel('team'),
    'a fixed number': () => FleetStacks.into(7),
    'at most 10 zones': () => FleetStacks.ofAtMost(10, { recordIn: record, write: true }),
  };
  test.each(Object.keys(rules))('%s', (name) => {
    fc.assert(
      fc.property(someZones, someZones, (before, after) => {
        rmSync(record, { force: true });
        const was = rules[name]?.().assign(before) as StackOfZone;
        const is = rules[name]?.().assign(after) as StackOfZone;
        expect([...is.keys()].sort()).toEqual(after.map(({ id }) => id).sort());
        for (const { id } of after) if (was.has(id)) expect(is.get(id)).toBe(was.get(id));
      }),
      { numRuns: 50 },
    );
  });
});

test('a fixed number of stacks is filled evenly, and one more moves only zones that go there', () => {
  const [seven, eight] = [7, 8].map((count) => FleetStacks.into(count).assign(zones(2000))) as [
    StackOfZone,
    StackOfZone,
  ];
  expect(Math.min(...sizesOf(seven))).toBeGreaterThan(200);
  const moved = [...seven].filter(([id, stack]) => eight.get(id) !== stack);
  expect(moved.length).toBeGreaterThan(0);
  expect(moved.filter(([id]) => eight.get(id) !== '8')).toEqual([]);
});

describe('stacks of at most so many zones', () => {
  test('are filled in order; a zone that leaves keeps its place until its line is deleted', () => {
    const rule = FleetStacks.ofAtMost(2, { recordIn: record, write: true });
    expect(rule.assign(zones(5))).toEqual(
      new Map(zones(5).map(({ id }, index) => [id, String(1 + (index >> 1))])),
    );
    const [, ...later] = zones(6);
    expect(rule.assign(later).get(zone(5).id)).toBe('3');
    const recorded = JSON.parse(readFileSync(record, 'utf8')) as Record<string, number>;
    expect(Object.keys(recorded)).toEqual(zones(6).map(({ id }) => id));
    const { [zone(0).id]: _left, ...others } = recorded;
    writeFileSync(record, JSON.stringify(others));
    expect(rule.assign([...later, zone(6)]).get(zone(6).id)).toBe('1');
    expect(readdirSync(folder)).toEqual(['zone-stacks.json']);
  });

  test('a pipeline writes no record: a new zone is an error, one that left is none', () => {
    const rule = FleetStacks.ofAtMost(2, { recordIn: record, write: false });
    writeFileSync(record, JSON.stringify({ [zone(0).id]: 4, [zone(1).id]: 2 }));
    expect(rule.assign([zone(0)])).toEqual(new Map([[zone(0).id, '4']]));
    expect(() => rule.assign(zones(3))).toThrow(
      new InventoryError([
        `zone-2.example has no stack yet: synthesize where CI is not set, and commit ${record}.`,
      ]),
    );
    expect(JSON.parse(readFileSync(record, 'utf8'))).toEqual({ [zone(0).id]: 4, [zone(1).id]: 2 });
  });

  test.each([
    ['{', /^The inventory has a mistake:\n- .* is not JSON: /],
    [`{"${'0'.repeat(32)}": "1"}`, /does not hold numbers of stacks/],
    [`{"${'0'.repeat(32)}": 0}`, /does not hold numbers of stacks/],
  ])('a damaged record is refused, and left as it is: %s', (text, message) => {
    writeFileSync(record, text);
    expect(() => FleetStacks.ofAtMost(2, { recordIn: record, write: true }).assign(zones(1))).toThrow(
      message,
    );
    expect(readFileSync(record, 'utf8')).toBe(text);
  });
});

test('a zone without the label by which stacks are chosen is an error, unless it is said where it goes', () => {
  const bare = { id: zone(0).id, name: 'bare.example' };
  expect(() => FleetStacks.byLabel('team').assign([bare, zone(1)])).toThrow(
    new InventoryError(['bare.example has no label team, by which the fleet chooses its stack.']),
  );
  expect(FleetStacks.byLabel('team', 'rest').assign([bare]).get(bare.id)).toBe('rest');
});

test('zones that cannot be placed are all told, each with its line', () => {
  const file = join(folder, 'zones.csv');
  const row = (index: number, team: string): string => `${zone(index).id},${zone(index).name},${team}\n`;
  writeFileSync(file, `id,name,team\n${row(1, 'shop eu')}${row(2, '')}${row(3, 'a*')}${row(4, 'ok')}`);
  const read = ZoneInventory.fromFile(file).withIds();
  const refused = (line: number, index: number, stack: string): string =>
    `zones.csv, line ${line}: zone-${index}.example would be in the stack "${stack}". No space and none of * ? [ ] { } ! ` +
    'may be in the name of a stack, and it may not be empty.';
  const missing = 'zones.csv, line 3: zone-2.example has no label team, ';
  const [one, other] = [refused(2, 1, 'shop eu'), refused(4, 3, 'a*')];
  expect(() => FleetStacks.byLabel('team').assign(read)).toThrow(
    new InventoryError([one, `${missing}by which the fleet chooses its stack.`, other]),
  );
  expect(() => RolloutWaves.byLabel('team').assign(read)).toThrow(
    new InventoryError([`${missing}which says its wave.`, one, other]),
  );
  const unnamed = ZoneInventory.of([{ ...zone(5), name: 'the blog' }]);
  expect(() => FleetStacks.perZone().assign(unnamed.zones)).toThrow(
    /zone 1: the blog would be in the stack "the blog"/,
  );
});
