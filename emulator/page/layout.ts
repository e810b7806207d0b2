import { html, raw } from 'hono/html';
import type { Markup } from '../service/elements';
import { LIVE_SCRIPT } from './live-script';
import { STYLE } from './style';

interface PageFrame {
  /** The title of the document. */
  readonly title: string;
  /** The navigation link of this page. */
  readonly current: 'zones' | 'requests' | 'none';
  /** Children of `main`. Each one that updates itself has an id. */
  readonly content: Markup;
}

/** A whole page: head, navigation, content, and the script that keeps the content fresh. */
export function layout({ title, current, content }: PageFrame): Markup {
  // Style and script are the emulator's own, and their hashes are in the policy, so they are sent unescaped.
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Zonewright emulator</title>
        <link rel="icon" href="${ICON}" />
        ${raw(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header class="bar">
          <p class="brand">Zonewright <span>emulator</span></p>
          <nav aria-label="Pages">
            ${navigationLink('/', 'Zones', current === 'zones')}
            ${navigationLink('/status/requests', 'Requests', current === 'requests')}
          </nav>
          <p class="live" id="live" role="status">Reload to update</p>
        </header>
        <main id="content" tabindex="-1">${content}</main>
        ${raw(`<script>${LIVE_SCRIPT}</script>`)}
      </body>
    </html>`;
}

function navigationLink(href: string, text: string, isCurrent: boolean): Markup {
  return isCurrent
    ? html`<a href="${href}" aria-current="page">${text}</a>`
    : html`<a href="${href}">${text}</a>`;
}

const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#2f5bc4"/><path d="M4.5 5h7l-7 6h7" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>';

/** The page's icon, inline: without it, browsers request a file that the service does not have. */
const ICON = `data:image/svg+xml,${encodeURIComponent(DRAWING)}`;
