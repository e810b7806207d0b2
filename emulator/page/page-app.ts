import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { Journal } from '../journal/journal';
import type { Service } from '../service/service';
import { actionsCard } from './actions';
import { LIVE_SCRIPT } from './live-script';
import { overviewPage, readOverview } from './overview-page';
import { readRequests, requestsPage } from './requests-page';
import { STYLE } from './style';
import { html } from 'hono/html';
import type { Markup } from '../service/elements';
import { PAGE_SECTIONS } from '../requests/parts';
import type { Plan, Zone } from '../service/zone';
import { layout } from './layout';

/** The path of the pages below the overview; no path of the service begins with it. */
const PAGE_PATH = '/status';

/** Browsers request it everywhere; the page has its icon inline. */
const FAVICON_PATH = '/favicon.ico';

const SHOWN_REQUESTS = 200;

/** Headers that show that a request is meant for the service (docs/internals/service.md 2.2). */
const CREDENTIALS = ['authorization', 'x-auth-email', 'x-auth-key'];

/** Whether a request is for the status page. One with credentials of the service comes from a client with a wrong path. */
export function isForPage(request: Request, pathname: string): boolean {
  const isPagePath = pathname === PAGE_PATH || pathname.startsWith(`${PAGE_PATH}/`);
  if (pathname !== '/' && pathname !== FAVICON_PATH && !isPagePath) return false;
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  return !CREDENTIALS.some((name) => /^(?!Basic )/i.test(request.headers.get(name) ?? 'Basic '));
}

/** The status page as an app over the Fetch API: shows what the service holds. */
export function pageApp(service: Service, journal: Journal): (request: Request) => Promise<Response> {
  const app = new Hono({ strict: false });

  app.use('*', async (context, next) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) context.header(name, value);
    await next();
  });
  app.get('/', (context) => {
    const { q = '', page = '' } = context.req.query();
    const wanted = /^\d{1,6}$/.test(page) ? Number(page) : 1;
    return context.html(overviewPage(readOverview(service, journal, originOf(context), q.trim(), wanted)));
  });
  app.get(FAVICON_PATH, (context) => context.body(null, 204));
  app.get(PAGE_PATH, (context) => context.redirect('/'));
  app.get(`${PAGE_PATH}/requests`, (context) => {
    const filter = context.req.query();
    return context.html(
      requestsPage(readRequests(service, journal.entries(), filter, SHOWN_REQUESTS), filter),
    );
  });
  app.get(`${PAGE_PATH}/zones/:zone_id`, (context) => {
    const id = context.req.param('zone_id');
    const zone = service.state.zones.get(id);
    if (zone !== undefined) return context.html(zonePage(readZone(service, originOf(context), zone)));
    return context.html(noticePage('No such zone', `No zone has the id ${id}.`), 404);
  });
  app.notFound((context) =>
    context.html(noticePage('No such page', `There is nothing at ${context.req.path}.`), 404),
  );
  app.onError((error) => {
    throw error;
  });
  return async (request) => app.fetch(request);
}

/**
 * The headers of every page. They allow its one style and its one script by their hashes, so that nothing else runs,
 * even if something slipped through the escaping; nothing is loaded from elsewhere.
 */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    `default-src 'none'`,
    `style-src ${hashOf(STYLE)}`,
    `script-src ${hashOf(LIVE_SCRIPT)}`,
    'img-src data:',
    `connect-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** The address at which the browser has found the page. */
function originOf(context: Context): string {
  return new URL(context.req.url).origin;
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The content of a zone's page. */
interface ZonePageData {
  readonly origin: string;
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  /** The sections of each part of the service. */
  readonly sections: readonly Markup[];
}

function readZone(service: Service, origin: string, zone: Zone): ZonePageData {
  const { id, name, plan } = zone;
  return { origin, id, name, plan, sections: PAGE_SECTIONS.map(({ section }) => section(service, zone)) };
}

/** Everything of one zone. */
export function zonePage({ origin, id, name, plan, sections }: ZonePageData): Markup {
  const content = html`<header class="wide" id="zone">
      <h1 class="name">${name}</h1>
      <p class="sub">${plan} · <code>${id}</code></p>
    </header>
    ${sections} ${actionsCard(origin, id)}`;
  return layout({ title: name, current: 'none', content });
}

/** A page with a single notice. */
export function noticePage(title: string, text: string): Markup {
  const content = html`<header class="wide" id="notice">
    <h1>${title}</h1>
    <p class="sub">${text}</p>
    <p><a href="/">All zones</a></p>
  </header>`;
  return layout({ title, current: 'none', content });
}
