import type { MigrationChange } from '../../model';
import { escaped } from './elements';

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
