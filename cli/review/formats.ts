import { createColors } from 'picocolors';
import type { Format } from '../files/outputs';
import type { Terminal } from '../terminal/terminal';
import { oneLine } from '../text/words';
import { htmlText } from './html-page';
import { namesOf, type Group, type Report } from './report';

type Colors = Terminal['colors'];

/** What a command has found, in a format: itself as JSON, or its report for people. */
export function inFormat(format: Format, found: unknown, report: Report, colors: Colors): string {
  if (format === 'json') return `${JSON.stringify(found, null, 2)}\n`;
  if (format === 'terminal') return terminalText(report, colors);
  return format === 'markdown' ? markdownText(report) : htmlText(report);
}

/** Prints what a command has found. @returns it in another format, for a file: without colours */
export function printFound(
  { out, colors }: Terminal,
  format: Format,
  found: unknown,
  report: Report,
): (format: Format) => string {
  out(inFormat(format, found, report, colors).replace(/\n$/, ''));
  return (each) => inFormat(each, found, report, createColors(false));
}

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

/** A comment at GitHub has at most 65,536 characters. */
export const LONGEST_COMMENT = 65_000;

const MARKS: Readonly<Record<Report['tone'], string>> = { good: '✅', change: '📝', stop: '⛔' };

const LEFT_OUT = '_Details are left out for lack of room: HTML and JSON have them._';

/**
 * A report as one comment of at most `limit` characters. Where it is too long, the last groups, which are the least
 * important, lose their details first, then their zones, of which the number stays. The first line, which is not shown,
 * is always the same, so that a pipeline finds its comment again.
 */
export function markdownText(report: Report, limit = LONGEST_COMMENT): string {
  const { command, title, tone, summary, counts, groups, next = [] } = report;
  const head = [
    `<!-- zonewright ${command} -->`,
    `## ${MARKS[tone]} ${title}`,
    '',
    ...(counts.length > 0 ? [`**${counts.map(({ text }) => text).join(', ')}**`, ''] : []),
    ...summary.map((line) => `- ${line}`),
    ...next.map(({ what, command }) => `- ${what}: ${codeSpan(command)}`),
  ].join('\n');
  const texts = groups.map((group) => groupText(group, Infinity));
  let left =
    limit - head.length - LEFT_OUT.length - 4 - texts.reduce((sum, text) => sum + text.length + 1, 0);
  const isWhole = left >= 0;
  const put = (index: number, text: string): void => {
    left += (texts[index] as string).length - text.length;
    texts[index] = text;
  };
  for (const text of [(group: Group) => groupText(group, 0), headingText]) {
    for (const [index, group] of [...groups.entries()].reverse()) if (left < 0) put(index, text(group));
  }
  // What is left is for the details of the first of those that have none.
  for (const [index, group] of groups.entries())
    if (texts[index] === groupText(group, 0)) put(index, groupText(group, left));
  return `${[head, texts.join('\n'), ...(isWhole ? [] : [LEFT_OUT])].filter((each) => each !== '').join('\n\n')}\n`;
}

/** A group with as many lines as there is room for, and the zones of the rest. */
function groupText(group: Group, room: number): string {
  const shown: string[] = [];
  const named = new Set<Group['rows'][number]>();
  let left = room;
  for (const { texts, rows, below } of group.lines) {
    const text = [`  ${spans(texts)}`, ...below.map((each) => `    ${spans([each])}`)].join('\n');
    if (text.length >= left) break;
    left -= text.length + 1;
    shown.push(text);
    for (const row of rows) named.add(row);
  }
  const rest = group.rows.length === 1 ? [] : group.rows.filter((row) => !named.has(row));
  const isWhole = shown.length === group.lines.length;
  return [
    headingText(group),
    ...shown,
    ...(isWhole || rest.length === 0 ? [] : [`  ${spans(namesOf(rest))}`]),
  ].join('\n');
}

function headingText({ heading, place }: Group): string {
  return `- **${heading}**${place === '' ? '' : ` ${codeSpan(place)}`}`;
}

function spans(texts: readonly string[]): string {
  return `- ${texts.map(codeSpan).join(', ')}`;
}

/**
 * A text as a code span (https://github.github.com/gfm/#code-spans): nothing in it is markup, a link, a mention or a
 * reference to an issue.
 */
export function codeSpan(text: string): string {
  const line = oneLine(text);
  if (line.trim() === '') return line === '' ? '(empty)' : '(blank)';
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = /^[` ]|[` ]$/.test(line) ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}
