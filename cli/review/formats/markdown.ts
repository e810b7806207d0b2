import { counted, oneLine, render, type Phrase } from '../phrase';
import type { Report } from '../report';
import type { Item, Section } from '../sections';

/** A comment at GitHub has at most 65,536 characters. */
export const LONGEST_COMMENT = 65_000;

/** Room for the heading of a section and the line that says how much of it is left out. */
const HEADING_ROOM = 160;

/** How much of an item is shown, the most first. */
const LEVELS: readonly ((item: Item) => string)[] = [
  ({ line, details }) => [`- ${inline(line)}`, ...details.map((each) => `  - ${inline(each)}`)].join('\n'),
  ({ line }) => `- ${inline(line)}`,
  ({ short }) => `- ${inline(short)}`,
];

/**
 * A report as one comment of at most `limit` characters. What does not fit is left out from the end, where the least
 * important is, and the comment says how much. One-way changes become shorter before any of them is left out. The first
 * line, which is not shown, is always the same, so that a pipeline finds its comment again.
 */
export function markdownText(
  { command, title, tone, summary, sections }: Report,
  limit = LONGEST_COMMENT,
): string {
  const head = [
    `<!-- zonewright ${command} -->`,
    `## ${MARKS[tone]} ${title}`,
    '',
    ...summary.map((line) => `- ${line}`),
  ];
  const parts = [head.join('\n')];
  let room = limit - lengthOf(parts) - 1;
  sections.forEach((section, index) => {
    const reserved = (sections.length - index - 1) * HEADING_ROOM;
    const text = sectionText(section, room - reserved);
    parts.push(text);
    room -= text.length + 2;
  });
  return `${parts.join('\n\n')}\n`;
}

const MARKS: Readonly<Record<Report['tone'], string>> = { good: '✅', change: '📝', stop: '⛔' };

function lengthOf(parts: readonly string[]): number {
  return parts.reduce((total, part) => total + part.length + 2, 0);
}

/** The section at the highest level of detail at which all of its items fit, or else as many items as fit. */
function sectionText({ id, title, items }: Section, room: number): string {
  const heading = `### ${title} (${items.length.toLocaleString('en')})`;
  const left = room - heading.length - 2;
  // Details of the less important sections are left out before items are.
  for (const level of LEVELS) {
    const lines = items.map(level);
    if (lines.reduce((total, line) => total + line.length + 1, 0) <= left)
      return [heading, '', ...lines].join('\n');
    if (id !== 'one-way' && level === LEVELS[1]) break;
  }
  const shortest = items.map(id === 'one-way' ? at(2) : at(1));
  const shown = fitting(shortest, left - HEADING_ROOM / 2);
  const rest = items.length - shown.length;
  return [heading, '', ...shown, `- … and ${counted(rest, 'more', 'more')}, left out for lack of room`].join(
    '\n',
  );
}

function at(level: number): (item: Item) => string {
  return LEVELS[level] ?? ((each) => `- ${inline(each.short)}`);
}

function fitting(lines: readonly string[], room: number): readonly string[] {
  let used = 0;
  const end = lines.findIndex((line) => (used += line.length + 1) > room);
  return end === -1 ? lines : lines.slice(0, end);
}

function inline(phrase: Phrase): string {
  return render(phrase, codeSpan);
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
