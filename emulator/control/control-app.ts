import { Hono } from 'hono';
import { SeedError } from '../seed/seed-error';
import type { Control } from './control';
import { ControlError, NotThereError } from './control-error';
import { ROUTES } from './routes';

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
