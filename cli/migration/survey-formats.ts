import type { FleetZone } from '../../lib/fleet/fleet-zone';
import { codeSpan } from '../review/formats/markdown';
import { counted, oneLine, render } from '../review/phrase';
import { partsOf } from './survey-groups';
import { canGoOn, nameOf, type Survey, type SurveyedZone } from './survey-model';

/** The survey as JSON (docs/schemas/survey.schema.json). */
export function surveyJsonText(survey: Survey): string {
  return `${JSON.stringify(survey, null, 2)}\n`;
}

/** The survey as a table with a row for each zone, in the suggested order (RFC 4180). */
export function surveyCsvText({ zones }: Survey): string {
  const header = ['id', 'name', 'wave', 'plan', 'state', 'result', 'rules', 'losses', 'digest', 'reason'];
  const rows = zones.map((zone) => [
    zone.id,
    zone.name,
    zone.suggested_wave ?? '',
    zone.plan ?? '',
    zone.state ?? '',
    zone.result,
    zone.rules === null ? '' : String(zone.rules.length),
    zone.not_carried_over === null ? '' : String(zone.not_carried_over.length),
    zone.digest ?? '',
    zone.reason,
  ]);
  return csv([header, ...rows].map((row) => row.map(withoutFormula)));
}

/**
 * The zones with the suggested waves, as an inventory in CSV (docs/guides/fleets.md) from which `RolloutWaves.byLabel('wave')`
 * reads them. Zones of an inventory keep their place, name and labels.
 *
 * @param inventory the zones of the inventory that the survey is of; empty if it is of none
 */
export function waveInventoryText({ zones }: Survey, inventory: readonly FleetZone[]): string {
  const byId = new Map(zones.map((zone) => [zone.id, zone]));
  const named = new Map(inventory.map((zone) => [zone.id, zone]));
  const others = zones
    .filter(({ id }) => !named.has(id))
    .map((zone) => ({ id: zone.id, name: nameOf(zone) }));
  const all: readonly FleetZone[] = [...inventory, ...others];
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

/** A spreadsheet takes a text that begins like this for a formula. */
function withoutFormula(text: string): string {
  return /^[=+\-@]/.test(text) ? `'${text}` : text;
}

/** The survey as Markdown: what is to say of many zones, and a table of all of them. */
export function surveyMarkdownText(survey: Survey): string {
  const { summary, zones, ended_at: at, service } = survey;
  const hasWaves = zones.some(({ suggested_wave: wave }) => wave !== null);
  const columns = ['Zone', ...(hasWaves ? ['Wave'] : []), 'Plan', 'State', 'Rules', 'Losses', 'Why here'];
  return [
    '<!-- zonewright migration survey -->',
    `## ${zones.filter(canGoOn).length.toLocaleString('en')} of ${counted(summary.zones, 'zone')} can migrate now`,
    '',
    `- ${codeSpan(service)}, ${at}`,
    `- ${counted(summary.rules, 'rule')} would be saved`,
    ...partsOf(survey).flatMap(({ title, count, groups }) => [
      `- ${title}: ${count.toLocaleString('en')}`,
      ...groups.flatMap(({ what, advice, names }) => [
        `  - ${names.length.toLocaleString('en')} ${render(what, codeSpan)}`,
        ...(advice === null ? [] : [`    - ${render(advice, codeSpan)}`]),
      ]),
    ]),
    '',
    `| ${columns.join(' | ')} |`,
    `|${columns.map(() => '---').join('|')}|`,
    ...zones.map((zone) => `| ${rowOf(zone, hasWaves).join(' | ')} |`),
    '',
  ].join('\n');
}

function rowOf(zone: SurveyedZone, hasWaves: boolean): readonly string[] {
  return [
    span(nameOf(zone)),
    ...(hasWaves ? [zone.suggested_wave ?? ''] : []),
    zone.plan === null ? '' : span(zone.plan),
    zone.state ?? '',
    zone.rules === null ? '' : String(zone.rules.length),
    zone.not_carried_over === null ? '' : String(zone.not_carried_over.length),
    // The other columns say it of a zone that can go on.
    canGoOn(zone) ? '' : span(zone.reason),
  ];
}

/** A text of others as code: nothing in it is markup, and a bar in it ends no cell (GFM 4.10). */
function span(text: string): string {
  return codeSpan(text).replaceAll('|', '\\|');
}
