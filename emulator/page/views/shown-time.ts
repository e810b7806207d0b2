import { html } from 'hono/html';
import type { Markup } from './markup';

/** A time of the emulator's clock, in UTC to the millisecond: ISO 8601, or milliseconds since the Unix epoch. */
export function shownTime(time: string | number): Markup {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return html`${String(time)}`;
  const iso = date.toISOString();
  return html`<time datetime="${iso}">${iso.replace('T', ' ').replace('Z', '')}</time>`;
}
