import { counted, oneLine, render, type Phrase } from '../phrase';
import type { Report } from '../report';
import type { Item, Section } from '../sections';

/** A comment at GitHub has at most 65,536 characters. */
export const LONGEST_COMMENT = 65_000;

/** Room for the heading of a section and the line that says how much of it is left out. */
const HEADING_ROOM = 160;

/** The share of the comment in which the details of one-way changes come before anything else. */
const ONE_WAY_SHARE = 0.75;

/** How much of an item is shown, the most first. */
const LEVELS = ['details', 'line', 'short'] as const;

type Level = (typeof LEVELS)[number];

/**
 * A report as one comment of at most `limit` characters. What does not fit is left out from the end, where the least
 * important is, and the comment says how much; details are left out before items. One-way changes become shorter before
 * any of them is left out. The first line, which is not shown, is always the same, so that a pipeline finds its comment
 * again.
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
  ].join('\n');
  const room = limit - head.length - 1;
  let left = room;
  const parts = sections.map((section, index) => {
    const reserved = (sections.length - index - 1) * HEADING_ROOM;
    const text = shortest(section, left - reserved, room);
    left -= text.length + 2;
    return text;
  });
  const detailed = parts.map((part, index) => {
    const longer = sectionText(sections[index] as Section, 'details');
    const isWhole = !part.includes(LEFT_OUT);
    if (!isWhole || longer.length - part.length > left) return part;
    left -= longer.length - part.length;
    return longer;
  });
  return `${[head, ...detailed].join('\n\n')}\n`;
}

const MARKS: Readonly<Record<Report['tone'], string>> = { good: '✅', change: '📝', stop: '⛔' };

const LEFT_OUT = 'left out for lack of room';

/** A section with a line for each item, as many as there is room for; one-way changes with as much as fits. */
function shortest(section: Section, left: number, room: number): string {
  const levels: readonly Level[] = section.id === 'one-way' ? LEVELS : ['line'];
  const whole = levels
    .map((level) => ({ level, text: sectionText(section, level) }))
    .find(({ level, text }) => text.length + 2 <= (level === 'details' ? room * ONE_WAY_SHARE : left));
  return whole?.text ?? cut(section, levels.at(-1) as Level, left);
}

function sectionText(section: Section, level: Level): string {
  return [heading(section), '', ...section.items.map((item) => itemText(item, level))].join('\n');
}

function heading({ title, items }: Section): string {
  return `### ${title} (${items.length.toLocaleString('en')})`;
}

/** As many items as there is room for, and how many are left out. */
function cut(section: Section, level: Level, left: number): string {
  let used = HEADING_ROOM;
  const lines = section.items.map((item) => itemText(item, level));
  const end = lines.findIndex((line) => (used += line.length + 1) > left);
  const shown = end === -1 ? lines : lines.slice(0, end);
  const rest = lines.length - shown.length;
  return [heading(section), '', ...shown, `- … and ${counted(rest, 'more', 'more')}, ${LEFT_OUT}`].join('\n');
}

function itemText({ line, details, short }: Item, level: Level): string {
  switch (level) {
    case 'details':
      return [`- ${inline(line)}`, ...details.map((each) => `  - ${inline(each)}`)].join('\n');
    case 'line':
      return `- ${inline(line)}`;
    case 'short':
      return `- ${inline(short)}`;
  }
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
