import { counted, oneLine, render, shortened, type Phrase } from '../review/phrase';
import type { Terminal } from '../terminal/terminal';
import { partsOf, type SurveyPart } from './survey-groups';
import { canGoOn, type Survey } from './survey-model';

/** The survey as JSON (docs/schemas/survey.schema.json). */
export function surveyJsonText(survey: Survey): string {
  return `${JSON.stringify(survey, null, 2)}\n`;
}

type Colors = Terminal['colors'];

/** Names that a line shows; the rest is counted. */
const MOST_NAMES = 5;

/** The longest text of others in a line. */
const LONGEST = 240;

/** A survey in a few lines, however many zones there are. Nothing in it that came from elsewhere can steer the terminal. */
export function surveyTerminalText(survey: Survey, colors: Colors): string {
  const { summary, zones } = survey;
  const ready = zones.filter(canGoOn).length;
  return [
    colors.bold(`${ready.toLocaleString('en')} of ${counted(summary.zones, 'zone')} can migrate now`),
    ...(ready > 0 ? [`  ${counted(summary.rules, 'rule')} would be saved`] : []),
    ...partsOf(survey).flatMap((part) => ['', ...partLines(part, colors)]),
    '',
  ].join('\n');
}

function partLines({ title, tone, count, groups }: SurveyPart, colors: Colors): readonly string[] {
  const color = { good: colors.green, change: colors.yellow, stop: colors.red }[tone];
  return [
    colors.bold(color(`${title} (${count.toLocaleString('en')})`)),
    ...groups.flatMap(({ what, advice, names }, index) => [
      `  ${names.length.toLocaleString('en')} ${render(what, safe)}: ${namesInWords(names)}`,
      // Groups with the same advice follow each other.
      ...(advice === null || sameAdvice(advice, groups[index + 1]?.advice)
        ? []
        : [colors.dim(`      ${render(advice, safe)}`)]),
    ]),
  ];
}

function sameAdvice(one: Phrase, other: Phrase | null | undefined): boolean {
  return other !== null && other !== undefined && render(one, asIs) === render(other, asIs);
}

function asIs(text: string): string {
  return text;
}

/** The first names, and how many more there are. */
function namesInWords(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  const shown = names.slice(0, MOST_NAMES).map(safe).join(', ');
  return more > 0 ? `${shown} and ${more.toLocaleString('en')} more` : shown;
}

/** A text of others, which can neither steer the terminal nor fill it. */
function safe(text: string): string {
  return shortened(oneLine(text), LONGEST);
}
