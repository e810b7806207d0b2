import type { DoneZone } from '../../cli/adopt/language';
import { reportText, shownFindings, zoneInWords } from '../../cli/commands/run-adopt';
import { zoneProgress } from '../../cli/zones/reading-zones';

const zone = (more: Partial<DoneZone> = {}): DoneZone => ({
  id: '1'.repeat(32),
  name: 'a.example',
  label: 'a_example',
  file: 'a-example.tf',
  imports: { 'zone_logpush_job.a_example_x': 'id' },
  variables: [],
  withoutValue: [],
  customFields: 0,
  findings: [],
  ...more,
});
const finding = (message: string) => ({ message, hint: 'It stays.' });

describe('the list of what is not adopted', () => {
  test('says that there is nothing, if so', () => {
    const text = reportText({ zones: [zone()], failures: [] });
    expect(text).toContain('Nothing: everything is declared.');
  });

  test('shows texts of the service on one line and without markup', () => {
    const zones = [zone({ name: 'a\n# b', findings: [finding('It is <b>`*_|\u001b[31m\nbold')] })];
    expect(reportText({ zones, failures: [] }).split('\n').slice(5)).toEqual([
      `## a \\# b (${'1'.repeat(32)})`,
      '',
      '- It is \\<b\\>\\`\\*\\_\\|\\\\u001b\\[31m bold',
      '  It stays.',
      '',
    ]);
  });

  test('names variables without a value', () => {
    const zones = [zone({ withoutValue: ['a_example_x_token'] })];
    expect(reportText({ zones, failures: [] })).toContain('- `a_example_x_token`');
  });

  test('is shown on the terminal up to 20 lines', () => {
    const findings = Array.from({ length: 25 }, (_, index) => finding(`finding ${index}`));
    const lines = shownFindings({ zones: [zone({ findings })], failures: [] });
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toBe('… and 5 more');
  });
});

describe('the progress', () => {
  const shown = (onTerminal: boolean): { readonly lines: string[]; readonly bars: string[] } => {
    const [lines, bars]: [string[], string[]] = [[], []];
    const bar = { progress: (line: string) => void bars.push(line) };
    const progress = zoneProgress({ err: (line) => lines.push(line), width: 60, ...(onTerminal ? bar : {}) });
    progress.begin(4, 2);
    progress.add('a.example', zoneInWords(zone({ findings: [finding('x')] })));
    progress.add('b.example', zoneInWords(undefined));
    progress.end();
    return { lines, bars };
  };

  test('is a line for each zone where there is no terminal', () => {
    expect(shown(false)).toEqual({
      lines: [
        '2 of 4 zones are done already',
        '[3/4] a.example: 1 object, 1 not adopted or not completely',
        '[4/4] b.example: cannot be read',
      ],
      bars: [],
    });
  });

  test('is a bar on a terminal, which disappears', () => {
    expect(shown(true)).toEqual({
      lines: ['2 of 4 zones are done already'],
      bars: [
        '[############            ] 2/4 ',
        '[##################      ] 3/4 a.example',
        '[########################] 4/4 b.example',
        '',
      ],
    });
  });
});
