import { oneLine } from '../phrase';
import { namesOf, type Group, type Report } from '../report';

/** A comment at GitHub has at most 65,536 characters. */
export const LONGEST_COMMENT = 65_000;

/** How much of a group is shown: all of it, its zones, or how many they are. */
type Level = 'all' | 'zones' | 'count';

const MARKS: Readonly<Record<Report['tone'], string>> = { good: '✅', change: '📝', stop: '⛔' };

const LEFT_OUT = '_Details are left out for lack of room: HTML and JSON have them._';

/**
 * A report as one comment of at most `limit` characters. Where it is too long, the last groups, which are the least
 * important, lose their details first, then their zones, of which the number stays. The first line, which is not shown,
 * is always the same, so that a pipeline finds its comment again.
 */
export function markdownText(report: Report, limit = LONGEST_COMMENT): string {
  const { command, title, tone, summary, counts, groups } = report;
  const head = [
    `<!-- zonewright ${command} -->`,
    `## ${MARKS[tone]} ${title}`,
    '',
    ...(counts.length > 0 ? [`**${counts.map(({ text }) => text).join(', ')}**`, ''] : []),
    ...summary.map((line) => `- ${line}`),
  ].join('\n');
  const texts = groups.map((group) => groupText(group, 'all'));
  let length = head.length + texts.reduce((sum, text) => sum + text.length + 1, 0) + LEFT_OUT.length + 4;
  const whole = length <= limit;
  for (const level of ['zones', 'count'] as const) {
    for (let index = groups.length - 1; index >= 0 && length > limit; index -= 1) {
      const text = groupText(groups[index] as Group, level);
      length += text.length - (texts[index] as string).length;
      texts[index] = text;
    }
  }
  return `${[head, texts.join('\n'), ...(whole ? [] : [LEFT_OUT])].filter((each) => each !== '').join('\n\n')}\n`;
}

function groupText({ rows, heading, place, lines }: Group, level: Level): string {
  const zones = rows.length === 1 ? [] : [namesOf(rows)];
  const shown = {
    all: lines.flatMap(({ texts, below }) => [spans(texts), ...below.map((text) => `  - ${codeSpan(text)}`)]),
    zones: zones.map(spans),
    count: [],
  }[level];
  const head = `- **${heading}**${place === '' ? '' : ` ${codeSpan(place)}`}`;
  return [head, ...shown.map((line) => `  ${line}`)].join('\n');
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
