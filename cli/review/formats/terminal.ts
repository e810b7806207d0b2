import { stripVTControlCharacters } from 'node:util';
import type { Terminal } from '../../terminal/terminal';
import { oneLine, render, type Phrase } from '../phrase';
import type { Report } from '../report';
import type { Section } from '../sections';

type Colors = Terminal['colors'];

/** A report for a terminal. Nothing in it that came from elsewhere can steer the terminal. */
export function terminalText({ title, tone, summary, sections }: Report, colors: Colors): string {
  const color = { good: colors.green, change: colors.yellow, stop: colors.red }[tone];
  return [
    colors.bold(color(title)),
    ...summary.map((line) => `  ${line}`),
    ...sections.flatMap((section) => ['', ...sectionLines(section, colors)]),
    '',
  ].join('\n');
}

function sectionLines({ id, title, items }: Section, colors: Colors): readonly string[] {
  const heading = `${title} (${items.length.toLocaleString('en')})`;
  return [
    colors.bold(sectionColor(id, colors)(heading)),
    ...items.flatMap(({ line, details }) => [
      `  ${plain(line)}`,
      ...details.map((detail) => colors.dim(`      ${plain(detail)}`)),
    ]),
  ];
}

/** A phrase as plain text on one line. */
export function plain(phrase: Phrase): string {
  return stripVTControlCharacters(render(phrase, oneLine));
}

function sectionColor(id: Section['id'], colors: Colors): (text: string) => string {
  if (id === 'one-way' || id === 'errors' || id === 'destroy' || id === 'replace') return colors.red;
  return id === 'create' ? colors.green : colors.yellow;
}
