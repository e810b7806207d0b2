import { approvalLine, migrationDetails, whereLine, zonePhrase } from '../../change-phrases';
import { reviewReport, type Report } from '../../report';
import type { Change, MigrationChange, Review } from '../../model';
import { counted } from '../../phrase';
import type { Item, Section } from '../../sections';
import { escaped, html } from './elements';
import { STYLE } from './style';

/** Where each state stands. A zone that is finishing is on its way to the end. */
const PLACES: Readonly<Record<string, number>> = {
  start: 45,
  validation: 170,
  finishing: 235,
  finished: 300,
};

const STATES = ['start', 'validation', 'finished'] as const;

const LINE = 44;
const BOTTOM = 80;
const RADIUS = 9;

/** The zone's state machine as SVG: where the zone is, and the way that this plan takes. */
export function migrationPicture({ from, to, irreversible, waits }: MigrationChange): string {
  const [start, end] = [PLACES[from], PLACES[to]];
  const isWay = start !== undefined && end !== undefined && end > start;
  const isArc = start === PLACES['start'] && end === PLACES['finished'];
  // Only an arc needs the room above.
  const top = isWay && isArc ? 0 : LINE - 2 * RADIUS;
  const label = isWay ? `from ${from} to ${to}` : `in ${from}`;
  const states = STATES.map((state) => {
    const x = PLACES[state] ?? 0;
    const role = roleOf(state, from, to);
    const isHere = state === from || state === to;
    return (
      `<circle class="state ${role}" cx="${x}" cy="${LINE}" r="${RADIUS}"/>` +
      `<text${isHere ? ' class="here"' : ''} x="${x}" y="${LINE + 28}">${state}</text>`
    );
  });
  return [
    `<svg viewBox="0 ${top} 345 ${BOTTOM - top}" role="img" aria-label="${escaped(label)}">`,
    `<g${irreversible || waits ? ' class="end"' : ''}>`,
    `<path class="track" d="M45 ${LINE}H300"/>`,
    ...(isWay ? [way(start, end)] : []),
    ...states,
    ...(from === 'finishing'
      ? [`<circle class="state now" cx="${PLACES['finishing']}" cy="${LINE}" r="5"/>`]
      : []),
    '</g></svg>',
  ].join('');
}

function roleOf(state: (typeof STATES)[number], from: string, to: string): string {
  if (state === to && from !== to) return 'next';
  if (state === from) return 'now';
  return (PLACES[state] ?? 0) < (PLACES[from] ?? 0) ? 'past' : '';
}

/** An arrow along the line, or over a state that is left out. */
function way(start: number, end: number): string {
  const tip = end - RADIUS - 2;
  const arrow = `<path class="tip" d="M${tip} ${LINE}l-9 -5v10z"/>`;
  if (start === PLACES['start'] && end === PLACES['finished']) {
    const top = `M${start} ${LINE - RADIUS}C${start + 40} 2 ${end - 40} 2 ${end - 3} ${LINE - RADIUS - 4}`;
    return `<path class="way" d="${top}"/><path class="tip" d="M${end - 1} ${LINE - RADIUS - 1}l-10 -3l7 -7z"/>`;
  }
  return `<path class="way" d="M${start + RADIUS} ${LINE}H${tip - 6}"/>${arrow}`;
}

/** The most items that a section shows before the reader opens it. */
const OPEN_UP_TO = 30;

/** Nothing is loaded and nothing runs: the style is the only thing that the page brings. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** The review as one page that needs nothing else. @param report of a command that says more than the review */
export function htmlText(review: Review, report: Report = reviewReport(review)): string {
  const { command, title, summary, sections } = report;
  const outcome = review.outcome.replace(' ', '-');
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    `<title>${escaped(`${command === 'review' ? 'Review: ' : ''}${title}`)}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body><main>',
    `<header class="outcome ${outcome}"><h1>${escaped(title)}</h1>`,
    ...summary.map((line) => `<p>${escaped(line)}</p>`),
    '</header>',
    numbers(review),
    ...sections.map((section) => sectionElement(section, review)),
    ...otherMigrations(review),
    '</main></body>',
    '</html>',
    '',
  ].join('\n');
}

function sectionElement(section: Section, review: Review): string {
  switch (section.id) {
    case 'one-way':
      return oneWay(section, review);
    default:
      return plainSection(section);
  }
}

/** A number, its label, and whether it should stop a reviewer. */
type Tile = readonly [label: string, value: number, stops?: boolean];

/** A number that is shown unless it is zero. */
function some(tile: Tile): readonly Tile[] {
  return tile[1] > 0 ? [tile] : [];
}

function numbers({ summary }: Review): string {
  const { changes, requests } = summary;
  const tiles: readonly Tile[] = [
    ['zones', summary.zones],
    ['finishing', summary.finishes, true],
    ...(summary.finishes > 0 ? [['not approved', summary.finishes_without_approval, true] as const] : []),
    ['destroyed', changes.destroy, true],
    ...some(['replaced', changes.replace, true]),
    ...some(['adopted', changes.adopt]),
    ...some(['created', changes.create]),
    ...some(['changed', changes.update]),
    ['requests', requests.apply],
    ['minutes of limit', requests.minutes],
  ];
  const shown = tiles.map(
    ([label, value, stops = false]) =>
      `<div${stops && value > 0 ? ' class="stop"' : ''}><dt>${label}</dt><dd>${value.toLocaleString('en')}</dd></div>`,
  );
  return `<dl class="numbers">${shown.join('')}</dl>`;
}

/** The one-way changes as a card for each zone. */
function oneWay({ title, items }: Section, review: Review): string {
  const shown = review.changes.filter(({ kind, ours }) => ours && kind === 'one-way');
  return `<section class="stop"><h2>${escaped(title)} ${count(items)}</h2><div class="cards">${shown.map(card).join('')}</div></section>`;
}

function card(change: Change): string {
  const { zone, migration } = change;
  if (migration === null) return '';
  const name =
    zone === null ? '' : html(zonePhrase(zone.name === null ? zone : { ...zone, id: zone.name, name: null }));
  const id = zone?.name == null ? '' : `<small>${html([{ text: zone.id ?? '' }])}</small>`;
  const verdict = migration.irreversible ? '<p><strong>This cannot be undone.</strong></p>' : '';
  return [
    `<article class="card${migration.irreversible ? ' irreversible' : ''}">`,
    `<p class="zone">${name}${id}</p>`,
    migrationPicture(migration),
    verdict,
    losses(migration),
    detailList([...approvalLine(migration), ...migrationDetails(migration), whereLine(change)]),
    '</article>',
  ].join('');
}

/** How much is lost, in a line of its own: it is what a reviewer looks for. */
function losses({ irreversible, not_carried_over: lost }: MigrationChange): string {
  if (!irreversible || lost?.length === 0) return '';
  const words =
    lost === null
      ? 'What is lost is not known.'
      : `${counted(lost.length, 'setting is', 'settings are')} not carried over.`;
  return `<p class="losses">${words}</p>`;
}

/** The state machines of zones whose migration this plan leaves or takes over. */
function otherMigrations({ changes }: Review): readonly string[] {
  const shown = changes.filter(
    ({ kind, ours, migration }) => ours && kind !== 'one-way' && migration !== null,
  );
  if (shown.length === 0) return [];
  const cards = shown.map(card).join('');
  return [`<section><h2>Other migrations ${count(shown)}</h2><div class="cards">${cards}</div></section>`];
}

function plainSection({ id, title, items }: Section): string {
  const isStop = id === 'errors' || id === 'destroy' || id === 'replace';
  const list = `<ul class="items">${items.map(listItem).join('')}</ul>`;
  const content =
    items.length > OPEN_UP_TO
      ? `<details><summary>${escaped(title)} ${count(items)}</summary>${list}</details>`
      : `<h2>${escaped(title)} ${count(items)}</h2>${list}`;
  return `<section${isStop ? ' class="stop"' : ''}>${content}</section>`;
}

function listItem({ line, details }: Item): string {
  return `<li>${html(line)}${detailList(details)}</li>`;
}

function detailList(details: Item['details']): string {
  if (details.length === 0) return '';
  return `<ul class="details">${details.map((each) => `<li>${html(each)}</li>`).join('')}</ul>`;
}

function count(items: readonly unknown[]): string {
  return `<span class="count">(${items.length.toLocaleString('en')})</span>`;
}
