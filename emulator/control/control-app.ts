import { Hono } from 'hono';
import type { Context } from 'hono';
import { pointerTo } from '../checks/problem';
import { readFaultRules } from '../faults/read-fault-rules';
import { MAX_BODY_DEPTH, depthOf, readBody } from '../http/read-body';
import { SeedError } from '../seed/seed-error';
import type { Snapshot } from '../seed/snapshot';
import type { Control } from './control';
import { ControlError } from './edit-ruleset';
import { refusedAsForeign } from './loopback';

/** Where the control API is; no path of the service begins so. */
export const CONTROL_PATH = '/_control';

/** The largest seed or snapshot, in bytes. */
const MAX_DOCUMENT_BYTES = 64 * 1_048_576;

type ControlContext = Context<{ Bindings: { readonly peer: string | undefined } }>;

/** The control API over HTTP: plain JSON without the service's envelope, errors as `{ error, problems }`. */
export function controlApp(
  control: Control,
): (request: Request, peer: string | undefined) => Promise<Response> {
  const app = new Hono<{ Bindings: { readonly peer: string | undefined } }>({ strict: false }).basePath(
    CONTROL_PATH,
  );

  app.use('*', async (context, next) => {
    const reason = refusedAsForeign(context.req.raw, context.env.peer);
    if (reason !== undefined) return context.json({ error: `The control API is refused: ${reason}.` }, 403);
    await next();
    return undefined;
  });

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
  app.get('/zones', () => Response.json(control.zones()));
  app.get('/journal', () => Response.json(control.journal()));
  app.delete('/journal', (context) => {
    control.clearJournal();
    return done(context);
  });
  app.get('/faults', () => Response.json(control.faults.list()));
  app.put('/faults', async (context) => {
    const read = readFaultRules(await bodyJson(context));
    if (!read.ok) {
      const problems = read.problems.map(({ path, message }) => ({ pointer: pointerTo(path), message }));
      throw new ControlError('These fault rules cannot be used:', problems);
    }
    control.faults.put(read.value);
    return done(context);
  });
  app.delete('/faults', (context) => {
    control.faults.clear();
    return done(context);
  });
  app.put('/zones/:zone_id/rulesets/:phase', async (context) => {
    const { zone_id: zoneId, phase } = context.req.param();
    return Response.json(control.saveRuleset(zoneId, phase, await bodyJson(context)));
  });
  app.delete('/zones/:zone_id/rulesets/:phase', (context) => {
    const { zone_id: zoneId, phase } = context.req.param();
    return Response.json({ deleted: control.deleteRuleset(zoneId, phase) });
  });

  const routes = app.routes.filter((route) => route.method !== 'ALL');
  const index = [...new Set(routes.map((route) => `${route.method} ${route.path}`))];
  app.get('/', () => Response.json({ routes: index }));
  app.notFound((context) =>
    context.json({ error: `There is no ${context.req.method} ${context.req.path}.`, routes: index }, 404),
  );
  app.onError((error, context) => {
    if (error instanceof SeedError || error instanceof ControlError)
      return context.json({ error: error.message, problems: error.problems }, 400);
    throw error;
  });
  return async (request, peer) => app.fetch(request, { peer });
}

function done(context: ControlContext): Response {
  return context.json({ done: true });
}

async function bodyText(context: ControlContext): Promise<string> {
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

async function bodyJson(context: ControlContext): Promise<unknown> {
  const text = await bodyText(context);
  if (depthOf(text) > MAX_BODY_DEPTH)
    throw new ControlError(`The body has more than ${MAX_BODY_DEPTH} levels of nesting.`);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new ControlError(`The body is not JSON: ${(error as Error).message}`);
  }
}
