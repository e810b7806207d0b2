import type { Migration, MigrationState } from './migration';
import { html } from 'hono/html';
import type { Markup } from '../service/elements';

export type VersionStatus = 'enabled' | 'disabled';

/** The status of a zone's migration. */
export interface MigrationView {
  readonly current: Migration;
  /** Validation is for Enterprise zones only (docs/internals/service.md 7.2). */
  readonly validationOffered: boolean;
  readonly previousVersion: VersionStatus;
  readonly newVersion: VersionStatus;
}

/** The position of a state: the top left corner of its box. */
interface Place {
  readonly x: number;
  readonly y: number;
}

const BOX = { width: 92, height: 34 };

const PLACES: Readonly<Record<MigrationState, Place>> = {
  start: { x: 2, y: 6 },
  validation: { x: 68, y: 82 },
  finishing: { x: 134, y: 6 },
  finished: { x: 266, y: 6 },
};

const STATES = Object.keys(PLACES) as readonly MigrationState[];

/**
 * The states of the migration and the transitions between them (docs/internals/service.md 7.1); the zone's state is filled.
 */
export function stateMachine({ current, validationOffered }: MigrationView): Markup {
  const throughValidation = validationOffered || current.state === 'validation' ? 'edge' : 'edge closed';
  return html`<svg
    class="machine"
    viewBox="0 0 360 120"
    role="img"
    aria-labelledby="machine-title machine-text"
  >
    <title id="machine-title">Migration: ${current.state}</title>
    <desc id="machine-text">
      From start to finishing, directly or through
      validation${validationOffered ? '' : html`, which is for Enterprise zones only`}, and then to finished.
      The zone is in the state ${current.state}.
    </desc>
    <defs>
      <marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
        <path class="head" d="M0 0.5 8 4 0 7.5z" />
      </marker>
    </defs>
    <path class="edge" d="M94 23H133" marker-end="url(#head)" />
    <path class="edge" d="M226 23H265" marker-end="url(#head)" />
    <path class="${throughValidation}" d="M42 40V87Q42 99 54 99H67" marker-end="url(#head)" />
    <path class="${throughValidation}" d="M160 99H168Q180 99 180 87V41" marker-end="url(#head)" />
    ${STATES.map((state) => stateBox(state, current.state, validationOffered))}
    ${validationOffered ? '' : html`<text class="note" x="192" y="95">validation is for</text><text class="note" x="192" y="109">Enterprise zones only</text>`}
  </svg>`;
}

function stateBox(state: MigrationState, current: MigrationState, validationOffered: boolean): Markup {
  const { x, y } = PLACES[state];
  const { width, height } = BOX;
  const closed = state === 'validation' && !validationOffered;
  const kind = state === current ? 'current' : closed ? 'closed' : 'open';
  return html`<g class="${kind}" data-state="${state}">
    <rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${height / 2}" />
    ${state === 'finished' ? html`<rect x="${x + 3.5}" y="${y + 3.5}" width="${width - 7}" height="${height - 7}" rx="${height / 2 - 3.5}" />` : ''}
    <text x="${x + width / 2}" y="${y + 21.5}">${state}</text>
  </g>`;
}

/** The state in one line: the same drawing as four dots, and its name. */
export function stateInShort(state: MigrationState): Markup {
  const dots = STATES.map((each) => {
    const { x, y } = PLACES[each];
    return html`<circle
      cx="${4 + x / 7.5}"
      cy="${4 + y / 10}"
      r="3.5"
      class="${each === state ? 'current' : 'open'}"
    />`;
  });
  return html`<span class="state"><svg viewBox="0 0 44 17" aria-hidden="true">${dots}</svg>${state}</span>`;
}
