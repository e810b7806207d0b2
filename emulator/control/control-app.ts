import { type Context, Hono } from 'hono';
import { SeedError } from '../seed/seed-error';
import type { Control } from './control';
import { ControlError, NotThereError, refusedDocument } from './control-error';
import { check } from '../checks/reader';
import * as is from '../checks/shape';
import type { Snapshot } from '../seed/load-seed';
import { readAdvance } from './clock-control';
import { readFaultRules, readJournalFilter } from './read-requests';
import { depthOf, MAX_JSON_DEPTH } from '../checks/json';
import { readBody } from '../http/read-body';

/** The path of the control API; no path of the service begins with it. */
export const CONTROL_PATH = '/_control';

/** The control API over HTTP: plain JSON without the service's envelope, errors as `{ error, problems }`. */
export function controlApp(control: Control): (request: Request) => Promise<Response> {
  const app = new Hono({ strict: false }).basePath(CONTROL_PATH);
  for (const [route, answer] of Object.entries(routesOf(control))) {
    const [method = '', path = ''] = route.split(' ');
    app.on(method, path, async (context) => Response.json((await answer(context)) ?? { done: true }));
  }
  const index = app.routes.map((route) => `${route.method} ${route.path}`);
  app.get('/', () => Response.json({ routes: index }));
  app.notFound((context) =>
    context.json({ error: `There is no ${context.req.method} ${context.req.path}.`, routes: index }, 404),
  );
  app.onError((error, context) => {
    if (error instanceof SeedError || error instanceof ControlError)
      return context.json({ error: error.message, problems: error.problems }, statusOf(error));
    throw error;
  });
  return async (request) => app.fetch(request);
}

function statusOf(error: Error): 400 | 404 {
  return error instanceof NotThereError ? 404 : 400;
}

/** The largest seed or snapshot, in bytes. */
const MAX_DOCUMENT_BYTES = 64 * 1_048_576;

/** The text of the body. @throws ControlError if it cannot be read */
async function bodyText(context: Context): Promise<string> {
  const body = await readBody(context.req.raw, MAX_DOCUMENT_BYTES);
  switch (body.kind) {
    case 'text':
      return body.text;
    case 'none':
      return '';
    case 'too large':
      throw new ControlError(`The body is larger than ${MAX_DOCUMENT_BYTES} bytes.`);
    case 'unreadable':
      throw new ControlError('The body is not UTF-8 text.');
  }
}

/** The JSON document of the body. @throws ControlError if it is not JSON */
async function bodyJson(context: Context): Promise<unknown> {
  const text = await bodyText(context);
  if (depthOf(text) > MAX_JSON_DEPTH)
    throw new ControlError(`The body has more than ${MAX_JSON_DEPTH} levels of nesting.`);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new ControlError(`The body is not JSON: ${(error as Error).message}`);
  }
}

/** What each route answers; those without a result answer that it is done. */
function routesOf(control: Control): Readonly<Record<string, (context: Context) => unknown>> {
  const { clock, faults, traffic, destinations } = control;
  const zoneOf = (context: Context): string => context.req.param('zone_id') ?? '';
  const phaseOf = (context: Context): string => context.req.param('phase') ?? '';
  return {
    // The state as a whole.
    'POST /reset': () => control.reset(),
    'POST /seed': async (context) => control.seed(await bodyText(context)),
    'GET /snapshot': () => control.snapshot(),
    'PUT /snapshot': async (context) => control.restore((await bodyJson(context)) as Snapshot),

    'GET /clock': () => ({ now: clock.now() }),
    'POST /clock/advance': async (context) => clock.advance(readAdvance(await bodyJson(context))),

    // Zones, and edits behind the client's back.
    'GET /zones': () => control.zones(),
    'GET /zones/:zone_id': (context) => control.zone(zoneOf(context)),
    'GET /zones/:zone_id/jobs': (context) => control.jobs(zoneOf(context)),
    'PATCH /zones/:zone_id': async (context) => control.patchZone(zoneOf(context), await bodyJson(context)),
    'PUT /zones/:zone_id/rulesets/:phase': async (context) =>
      control.saveRuleset(zoneOf(context), phaseOf(context), await bodyJson(context)),
    'DELETE /zones/:zone_id/rulesets/:phase': (context) => ({
      deleted: control.deleteRuleset(zoneOf(context), phaseOf(context)),
    }),

    // What clients sent.
    'GET /journal': (context) => control.journal(readJournalFilter(context.req.query())),
    'DELETE /journal': () => control.clearJournal(),

    'GET /faults': () => faults.list(),
    'PUT /faults': async (context) => {
      const read = readFaultRules(await bodyJson(context));
      if (!read.ok) throw refusedDocument('These fault rules cannot be used:', read.problems);
      faults.put(read.value);
    },
    'DELETE /faults': () => faults.clear(),

    // Traffic through the zones: `{ requests }`.
    'POST /zones/:zone_id/traffic': async (context) =>
      traffic.sendDocument(zoneOf(context), await bodyJson(context)),

    // What arrived at the destinations of log push jobs, and which of them refuse files.
    'GET /deliveries': (context) => destinations.files(context.req.query('destination') ?? ''),
    'DELETE /deliveries': () => destinations.forgetFiles(),
    'GET /destinations/refusals': () => destinations.refusals(),
    'PUT /destinations/refusals': async (context) => {
      const read = check(await bodyJson(context), REFUSALS);
      if (!read.ok) throw refusedDocument('These refusals cannot be used:', read.problems);
      destinations.accept();
      for (const { prefix, message } of read.value) destinations.refuse(prefix, message);
    },
    'DELETE /destinations/refusals': () => destinations.accept(),
  };
}

/** An array of refusals, as the control API takes it. */
const REFUSALS = is.list(
  is.object({ prefix: is.text(), message: is.text(/\S/, 'a message that is not blank') }),
);
