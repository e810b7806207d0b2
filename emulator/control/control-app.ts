import { type Context, Hono } from 'hono';
import { SeedError } from '../seed/seed-error';
import type { Control } from './control';
import { ControlError, NotThereError, refusedDocument } from './control-error';
import { check } from '../checks/reader';
import * as is from '../checks/shape';
import type { Snapshot } from '../seed/snapshot';
import { readAdvance } from './clock-control';
import { readFaultRules, readJournalFilter } from './read-requests';
import { depthOf, MAX_JSON_DEPTH } from '../checks/json';
import { readBody } from '../http/read-body';

/** The path of the control API; no path of the service begins with it. */
export const CONTROL_PATH = '/_control';

/** The control API over HTTP: plain JSON without the service's envelope, errors as `{ error, problems }`. */
export function controlApp(control: Control): (request: Request) => Promise<Response> {
  const app = new Hono({ strict: false }).basePath(CONTROL_PATH);
  for (const add of ROUTES) add(app, control);

  const routes = app.routes.filter((route) => route.method !== 'ALL');
  const index = [...new Set(routes.map((route) => `${route.method} ${route.path}`))];
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

/** The answer to a control request without a result. */
function done(context: Context): Response {
  return context.json({ done: true });
}

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

/** Adds routes of the control API to its app. */
type ControlRoutes = (app: Hono, control: Control) => void;

/** The state as a whole. */
const stateRoutes: ControlRoutes = (app, control) => {
  app.post('/reset', (context) => {
    control.reset();
    return done(context);
  });
  app.post('/seed', async (context) => {
    control.seed(await bodyText(context));
    return done(context);
  });
  app.get('/snapshot', () => Response.json(control.snapshot()));
  app.put('/snapshot', async (context) => {
    control.restore((await bodyJson(context)) as Snapshot);
    return done(context);
  });
};

/** The emulator's time. */
const clockRoutes: ControlRoutes = (app, control) => {
  app.get('/clock', () => Response.json({ now: control.clock.now() }));
  app.post('/clock/advance', async (context) =>
    Response.json(control.clock.advance(readAdvance(await bodyJson(context)))),
  );
};

/** Zones and edits behind the client's back. */
const zoneRoutes: ControlRoutes = (app, control) => {
  app.get('/zones', () => Response.json(control.zones()));
  app.get('/zones/:zone_id', (context) => Response.json(control.zone(context.req.param('zone_id'))));
  app.get('/zones/:zone_id/jobs', (context) => Response.json(control.jobs(context.req.param('zone_id'))));
  app.patch('/zones/:zone_id', async (context) => {
    const zoneId = context.req.param('zone_id');
    return Response.json(control.patchZone(zoneId, await bodyJson(context)));
  });
  app.put('/zones/:zone_id/rulesets/:phase', async (context) => {
    const { zone_id: zoneId, phase } = context.req.param();
    return Response.json(control.saveRuleset(zoneId, phase, await bodyJson(context)));
  });
  app.delete('/zones/:zone_id/rulesets/:phase', (context) => {
    const { zone_id: zoneId, phase } = context.req.param();
    return Response.json({ deleted: control.deleteRuleset(zoneId, phase) });
  });
};

/** What clients sent. */
const journalRoutes: ControlRoutes = (app, control) => {
  app.get('/journal', (context) => Response.json(control.journal(readJournalFilter(context.req.query()))));
  app.delete('/journal', (context) => {
    control.clearJournal();
    return done(context);
  });
};

/** Fault rules. */
const faultRoutes: ControlRoutes = (app, control) => {
  app.get('/faults', () => Response.json(control.faults.list()));
  app.put('/faults', async (context) => {
    const read = readFaultRules(await bodyJson(context));
    if (!read.ok) throw refusedDocument('These fault rules cannot be used:', read.problems);
    control.faults.put(read.value);
    return done(context);
  });
  app.delete('/faults', (context) => {
    control.faults.clear();
    return done(context);
  });
};

/** Traffic through the zones: `{ requests }`. */
const trafficRoutes: ControlRoutes = (app, control) => {
  app.post('/zones/:zone_id/traffic', async (context) => {
    const zoneId = context.req.param('zone_id');
    return Response.json(control.traffic.sendDocument(zoneId, await bodyJson(context)));
  });
};

/** What arrived at the destinations of log push jobs, and which of them refuse files. */
const destinationRoutes: ControlRoutes = (app, control) => {
  const { destinations } = control;
  app.get('/deliveries', (context) =>
    Response.json(destinations.files(context.req.query('destination') ?? '')),
  );
  app.delete('/deliveries', (context) => {
    destinations.forgetFiles();
    return done(context);
  });
  app.get('/destinations/refusals', () => Response.json(destinations.refusals()));
  app.put('/destinations/refusals', async (context) => {
    const read = check(await bodyJson(context), REFUSALS);
    if (!read.ok) throw refusedDocument('These refusals cannot be used:', read.problems);
    destinations.accept();
    for (const { prefix, message } of read.value) destinations.refuse(prefix, message);
    return done(context);
  });
  app.delete('/destinations/refusals', (context) => {
    destinations.accept();
    return done(context);
  });
};

/** Every route of the control API. */
const ROUTES: readonly ControlRoutes[] = [
  stateRoutes,
  clockRoutes,
  zoneRoutes,
  journalRoutes,
  faultRoutes,
  trafficRoutes,
  destinationRoutes,
];

/** An array of refusals, as the control API takes it. */
const REFUSALS = is.list(
  is.object({ prefix: is.text(), message: is.text(/\S/, 'a message that is not blank') }),
);
