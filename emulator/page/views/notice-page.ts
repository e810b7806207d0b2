import { html } from 'hono/html';
import { layout } from './layout';
import type { Markup } from './markup';

/** A page that says one thing: why there is nothing else. */
export function noticePage(title: string, text: string): Markup {
  const content = html`<header class="wide" id="notice">
    <h1>${title}</h1>
    <p class="sub">${text}</p>
    <p><a href="/">All zones</a></p>
  </header>`;
  return layout({ title, current: 'none', content });
}
