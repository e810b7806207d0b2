import { html, raw } from 'hono/html';
import { BASE_PATH } from '../../http/base-path';
import type { Markup } from './markup';

/** Where a line may break. */
const BREAK = raw('<wbr>');

/** A path with its query: the base path stands back, and lines break before `/`, `?` and `&`. */
export function shownPath(path: string): Markup {
  const isBelowBase = path.startsWith(`${BASE_PATH}/`);
  const rest = isBelowBase ? path.slice(BASE_PATH.length) : path;
  const steps = rest.split(/(?=[/?&])/).map((step) => html`${BREAK}${step}`);
  return html`${isBelowBase ? html`<span class="muted">${BASE_PATH}</span>` : ''}${steps}`;
}
