import type { DoneZone } from '../../cli/adopt/language';
import { reportText, shownFindings, zoneInWords } from '../../cli/commands/run-adopt';
import { counted, oneLine, shellWord, shortened } from '../../cli/text/words';
import { zoneProgress } from '../../cli/zones/reading-zones';
import { recordedLines } from '../support/printed';

const zone = (findings: DoneZone['findings']): DoneZone => ({
  ...{ id: '1'.repeat(32), name: 'a.example', label: 'a_example', file: 'a-example.tf', customFields: 0 },
  ...{ imports: { 'zone_logpush_job.a_example_x': 'id' }, variables: [], withoutValue: [], findings },
});
const finding = (message: string) => ({ message, hint: 'It stays.' });

recordedLines('reports.txt', 'what is not adopted is said in Markdown and on the terminal', (json) => {
  const outcome = JSON.parse(json) as Parameters<typeof reportText>[0];
  // A line that is empty would end the record.
  const markdown = reportText(outcome).split('\n');
  return [...markdown.map((line) => line || '.'), ...shownFindings(outcome)];
});

test.each([20, 21])(
  'the list of what is not adopted is shown on the terminal up to 20 lines, of %d',
  (length) => {
    const findings = Array.from({ length }, (_, index) => finding(`finding ${index}`));
    const lines = shownFindings({ zones: [zone(findings)], failures: [] });
    expect(lines.slice(19)).toEqual([
      expect.stringMatching(/^a\.example \(1+\): finding 19$/),
      ...(length > 20 ? ['… and 1 more'] : []),
    ]);
  },
);

describe('the progress', () => {
  const shown = (onTerminal: boolean): { readonly lines: string[]; readonly bars: string[] } => {
    const [lines, bars]: [string[], string[]] = [[], []];
    const bar = { progress: (line: string) => void bars.push(line) };
    const progress = zoneProgress({ err: (line) => lines.push(line), width: 40, ...(onTerminal ? bar : {}) });
    progress.begin(0, 0);
    progress.begin(4, 2);
    progress.add('a.example', zoneInWords(zone([finding('x')])));
    progress.add('b.co', zoneInWords(undefined));
    progress.end();
    return { lines, bars };
  };

  test('is a line for each zone, or on a terminal a bar, which disappears', () => {
    const [before, ...added] = [
      '2 of 4 zones are done already',
      '[3/4] a.example: 1 object, 1 not adopted or not completely',
      '[4/4] b.co: cannot be read',
    ];
    expect(shown(false)).toEqual({ lines: [before, ...added], bars: [] });
    const bars = [
      ...['[########################] 0/0 ', '[############            ] 2/4 '],
      ...['[##################      ] 3/4 a.examp…', '[########################] 4/4 b.co', ''],
    ];
    expect(shown(true)).toEqual({ lines: [before], bars });
  });
});

test('texts are told safely and shortly, numbers with their noun', () => {
  expect(oneLine('\u001b[31ma\nb\tc\u0007')).toBe('a\\nb\\tc\\u0007');
  const texts = ['ab', 'abc', '😀😀', '😀😀😀'];
  expect(texts.map((text) => shortened(text, 2))).toEqual(['ab', 'a…', '😀😀', '😀…']);
  const counts = [0, 1, 1000].map((count) => counted(count, 'zone'));
  expect(counts).toEqual(['0 zones', '1 zone', '1,000 zones']);
  expect(['a/b:1', '~', "it's", ''].map(shellWord)).toEqual(['a/b:1', "'~'", "'it'\\''s'", "''"]);
});
