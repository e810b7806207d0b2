import type { Terminal } from '../../terminal/terminal';
import { oneLine } from '../../text/words';
import type { Group, Report } from '../report';

type Colors = Terminal['colors'];

/** A report for a terminal. Nothing in it that came from elsewhere can steer the terminal. */
export function terminalText(
  { title, tone, summary, counts, groups, next = [] }: Report,
  colors: Colors,
): string {
  const color = { good: colors.green, change: colors.yellow, stop: colors.red }[tone];
  const [stop, look, rest] = (['stop', 'look', 'rest'] as const).map((level) =>
    counts.filter((each) => each.level === level).map(({ text }) => text),
  );
  return [
    colors.bold(color(title)),
    ...[stop, look, rest].flatMap((texts = []) => (texts.length > 0 ? [`  ${texts.join(', ')}`] : [])),
    ...summary.map((line) => `  ${line}`),
    ...groups.flatMap((group) => ['', ...groupLines(group, colors)]),
    ...next.flatMap(({ what, command }) => ['', colors.bold(what), `  $ ${oneLine(command)}`]),
    '',
  ].join('\n');
}

function groupLines({ level, heading, place, lines }: Group, colors: Colors): readonly string[] {
  const color = { stop: colors.red, look: colors.yellow, rest: (text: string) => text }[level];
  return [
    `${colors.bold(color(heading))}${place === '' ? '' : ` ${oneLine(place)}`}`,
    ...lines.flatMap(({ texts, below }) => [
      `  ${texts.map(oneLine).join(', ')}`,
      ...below.map((text) => colors.dim(`    ${oneLine(text)}`)),
    ]),
  ];
}
