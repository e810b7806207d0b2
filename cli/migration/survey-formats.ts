import type { IdentifiedZone } from '../../lib/fleet/fleet-zone';
import { counted, oneLine, render, shortened, type Phrase } from '../review/phrase';
import type { Terminal } from '../terminal/terminal';
import { partsOf, type SurveyPart } from './survey-groups';
import { canGoOn, nameOf, type Survey } from './survey-model';

/** The survey as JSON (docs/schemas/survey.schema.json). */
export function surveyJsonText(survey: Survey): string {
  return `${JSON.stringify(survey, null, 2)}\n`;
}

/**
 * The zones with the suggested waves, as an inventory in CSV (docs/guides/fleets.md) from which `RolloutWaves.byLabel('wave')`
 * reads them. Zones of an inventory keep their place, name and labels.
 *
 * @param inventory the zones of the inventory that the survey is of; empty if it is of none
 */
export function waveInventoryText({ zones }: Survey, inventory: readonly IdentifiedZone[]): string {
  const byId = new Map(zones.map((zone) => [zone.id, zone]));
  const named = new Map(inventory.map((zone) => [zone.id, zone]));
  const others = zones
    .filter(({ id }) => !named.has(id))
    .map((zone) => ({ id: zone.id, name: nameOf(zone) }));
  const all: readonly IdentifiedZone[] = [...inventory, ...others];
  const labels = [...new Set(all.flatMap((zone) => Object.keys(zone.labels ?? {})))].filter(
    (label) => label !== 'wave',
  );
  const rows = all.map(({ id, name, labels: own = {} }) => [
    id,
    name,
    ...labels.map((label) => own[label] ?? ''),
    byId.get(id)?.suggested_wave ?? own['wave'] ?? '',
  ]);
  return csv([['id', 'name', ...labels, 'wave'], ...rows]);
}

function csv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map((text) => cell(oneLine(text))).join(',')}\n`).join('');
}

function cell(text: string): string {
  return /[",]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
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
    ...waveLines(survey, colors),
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

/** The waves that are suggested, with what each would do. */
function waveLines({ zones }: Survey, colors: Colors): readonly string[] {
  const waves = [...new Set(zones.flatMap(({ suggested_wave: wave }) => wave ?? []))].sort(
    (one, other) => Number(one) - Number(other),
  );
  if (waves.length === 0) return [];
  return [
    '',
    colors.bold('Suggested waves'),
    ...waves.map((wave) => {
      const own = zones.filter(({ suggested_wave: suggested }) => suggested === wave);
      const ready = own.filter(canGoOn);
      const losing = ready.filter(({ not_carried_over: losses }) => losses?.length !== 0).length;
      const left = own.length - ready.length;
      return [
        `  ${wave}: ${counted(ready.length, 'zone')}`,
        losing === 0 ? 'none of them loses settings' : `${losing} with losses`,
        ...(left === 0 ? [] : [`and ${left} that cannot go on now`]),
      ].join(', ');
    }),
  ];
}

/** The first names, and how many more there are. */
export function namesInWords(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  const shown = names.slice(0, MOST_NAMES).map(safe).join(', ');
  return more > 0 ? `${shown} and ${more.toLocaleString('en')} more` : shown;
}

/** A text of others, which can neither steer the terminal nor fill it. */
export function safe(text: string): string {
  return shortened(oneLine(text), LONGEST);
}
