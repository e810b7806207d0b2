import fc from 'fast-check';
import { type IdentifiedZone, InventoryError, RolloutWaves } from '../../../lib';

const zone = (index: number): IdentifiedZone => ({
  id: index.toString(16).padStart(32, '0'),
  name: `zone-${index}.example`,
  labels: { wave: String((index % 12) + 1) },
});

const zones = (count: number): readonly IdentifiedZone[] =>
  Array.from({ length: count }, (_, index) => zone(index));

const labelled = (...waves: readonly string[]): readonly IdentifiedZone[] =>
  waves.map((wave, index) => ({ ...zone(index), labels: { wave } }));

const namesOf = (waves: RolloutWaves, of: readonly IdentifiedZone[]): readonly string[] =>
  waves.assign(of).map(({ name }) => name);

const ORDER = Array.from({ length: 12 }, (_, index) => String(12 - index));

describe('a zone stays in its wave when others are added, removed or reordered:', () => {
  const someZones = fc.shuffledSubarray([...zones(60)], { minLength: 1 });
  test.each(
    Object.entries({
      'by a label': [RolloutWaves.byLabel('wave'), ORDER.toReversed()],
      'by a label, in an order': [RolloutWaves.byLabel('wave', ORDER), ORDER],
      'by share': [RolloutWaves.byShare([5, 20, 75]), ['1', '2', '3']],
    } as const),
  )('%s', (_rule, [rule, order]) => {
    fc.assert(
      fc.property(someZones, someZones, (before, after) => {
        const [was, is] = [before, after].map(
          (of) =>
            new Map(
              rule
                .assign(of)
                .flatMap(({ name, zones: ofWave }) => ofWave.map(({ id }) => [id, name] as const)),
            ),
        );
        expect([...(is?.keys() ?? [])].sort()).toEqual(after.map(({ id }) => id).sort());
        for (const { id } of after) if (was?.has(id)) expect(is?.get(id)).toBe(was.get(id));
        const names = namesOf(rule, after);
        expect(names).toEqual(order.filter((name) => names.includes(name)));
      }),
      { numRuns: 50 },
    );
  });
});

describe('waves by a label', () => {
  test('follow each other by name, with numbers by their value, however the zones are ordered', () => {
    const sorted = ['1', '01', '2', '10', 'canary', 'rest-2', 'rest-10'];
    const expected = namesOf(RolloutWaves.byLabel('wave'), labelled(...sorted));
    expect(expected.filter((name) => name !== '01')).toEqual(sorted.filter((name) => name !== '01'));
    expect(namesOf(RolloutWaves.byLabel('wave'), labelled(...sorted.toReversed()))).toEqual(expected);
  });

  test('all zones without a wave, and all waves outside of the order, are named', () => {
    const inventory = [
      ...labelled('a', 'later'),
      { ...zone(2), labels: {} },
      { id: 'f'.repeat(32), name: 'f' },
    ];
    expect(() => RolloutWaves.byLabel('wave', ['a', 'b']).assign(inventory)).toThrow(
      new InventoryError([
        'zone-2.example has no label wave, which says its wave.',
        'f has no label wave, which says its wave.',
        'The wave later of the label wave is not in the order a, b.',
      ]),
    );
  });

  test('an order with a wave twice is refused', () =>
    expect(() => RolloutWaves.byLabel('wave', ['a', 'b', 'a'])).toThrow(
      new RangeError('RolloutWaves.byLabel(wave): the order names the wave a twice.'),
    ));
});

describe('waves by share', () => {
  test('have about these shares of many zones', () => {
    const sizes = RolloutWaves.byShare([5, 20, 75])
      .assign(zones(4000))
      .map(({ zones: ofWave }) => ofWave.length / 40);
    [5, 20, 75].forEach((share, index) => expect(Math.abs((sizes[index] ?? 0) - share)).toBeLessThan(2));
  });

  test.each([[[]], [[50, 51]], [[100, 0]], [[-5, 105]], [[NaN, 100]], [[33, 33, 33]]])(
    'are refused for the shares %j',
    (shares) =>
      expect(() => RolloutWaves.byShare(shares)).toThrow(
        /each share is a percentage above 0, and together they are 100\.$/,
      ),
  );
});
