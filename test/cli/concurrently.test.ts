import { concurrently, zoneProgress } from '../../cli/zones/reading-zones';

type End = Record<'resolve', () => void> & Record<'reject', (reason: Error) => void>;

test('the results are in the order of the items, and no more than allowed are under way', async () => {
  let [underWay, most] = [0, 0];
  const results = await concurrently([3, 1, 2], 2, async (item, index) => {
    most = Math.max(most, ++underWay);
    for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
    underWay -= 1;
    return `${index}:${item}`;
  });
  expect({ results, most }).toEqual({ results: ['0:3', '1:1', '2:2'], most: 2 });
});

test.each([
  ['fails, too', (end: End) => end.reject(new Error('the second'))],
  ['succeeds', (end: End) => end.resolve()],
])('after a failure nothing begins, and what is under way ends before: it %s', async (_, last) => {
  const ends: End[] = [];
  const begun: number[] = [];
  let isOver = false;
  const run = concurrently(['a', 'b', 'c'], 2, (_item, index) => {
    begun.push(index);
    if (index > 1) return Promise.resolve();
    return new Promise<void>((resolve, reject) => ends.push({ resolve, reject }));
  }).finally(() => (isOver = true));
  ends[0]?.reject(new Error('the first'));
  await new Promise(setImmediate);
  expect({ begun, isOver }).toEqual({ begun: [0, 1], isOver: false });
  last(ends[1] as End);
  await expect(run).rejects.toThrow('the first');
  expect(begun).toEqual([0, 1]);
});

test.each([
  [
    60,
    [
      '[########                ] 1/3 ',
      '[################        ] 2/3 shop.example',
      `[${'#'.repeat(24)}] 3/3 ${'a'.repeat(27)}…`,
      '',
    ],
  ],
  [undefined, ['[2/3] shop.example: adopted', `[3/3] ${'a'.repeat(40)}.example: failed`]],
])('it is told how many zones are read, on a terminal of width %s', (width = 80, expected) => {
  const lines: string[] = [];
  const add = (line: string): void => void lines.push(line);
  const shown = zoneProgress({ err: add, width, ...(width === 60 && { progress: add }) });
  shown.begin(3, 1);
  shown.add('shop.example', 'adopted');
  shown.add(`${'a'.repeat(40)}.example`, 'failed');
  shown.end();
  expect(lines).toEqual(['1 of 3 zones are done already', ...expected]);
});
