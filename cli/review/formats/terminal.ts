import { stripVTControlCharacters } from 'node:util';
import type { Terminal } from '../../terminal';
import { headline, summaryLines } from '../headline';
import type { Outcome, Review } from '../model';
import { oneLine, render, type Phrase } from '../phrase';
import { sectionsOf, type Section } from '../sections';

type Colors = Terminal['colors'];

/** The review for a terminal. Nothing in it that came from elsewhere can steer the terminal. */
export function terminalText(review: Review, colors: Colors): string {
  const lines = [
    colors.bold(outcomeColor(review.outcome, colors)(headline(review))),
    ...summaryLines(review).map((line) => `  ${line}`),
    ...sectionsOf(review).flatMap((section) => ['', ...sectionLines(section, colors)]),
  ];
  return lines.join('\n');
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

function outcomeColor(outcome: Outcome, colors: Colors): (text: string) => string {
  if (outcome === 'no changes') return colors.green;
  return outcome === 'changes' ? colors.yellow : colors.red;
}

function sectionColor(id: Section['id'], colors: Colors): (text: string) => string {
  if (id === 'one-way' || id === 'errors' || id === 'destroy' || id === 'replace') return colors.red;
  return id === 'create' ? colors.green : colors.yellow;
}
