import { Hono } from 'hono';
import type { Handler } from 'hono';
import { couldNotRoute, methodNotAvailable } from '../errors/published';
import type { Service } from '../service/service';
import { BASE_PATH } from './base-path';
import { respond, respondRefused } from './envelope';
import type { Operation } from './operation';
import { perform } from './perform';
import type { SentBody } from './read-body';

/** What is handed to the app with each request: its body, which was read for the journal. */
export interface RequestBindings {
  readonly sentBody: SentBody;
}

/** The operations as an app over the Fetch API. */
export interface ServiceApp {
  readonly answer: (request: Request, body: SentBody) => Promise<Response>;
  /** The name of the operation that a request would reach. */
  readonly operationNamed: (method: string, path: string) => string | undefined;
}

/** Routes requests to the operations; paths and methods that are none get the gateway's refusals. */
export function serviceApp(service: Service, operations: readonly Operation[]): ServiceApp {
  const app = new Hono<{ Bindings: RequestBindings }>();
  const names = new Map<unknown, string>();
  for (const operation of operations) {
    const handler: Handler<{ Bindings: RequestBindings }> = async (context) =>
      respond(
        await perform(service, operation, {
          path: belowBase(context.req.path),
          parameters: context.req.param(),
          query: new URL(context.req.url).searchParams,
          headers: context.req.raw.headers,
          body: context.env.sentBody,
        }),
      );
    names.set(handler, operation.name);
    app.on(operation.method, BASE_PATH + operation.path, handler);
  }
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const methods = operations.filter((operation) => operation.path === path).map(({ method }) => method);
    app.all(BASE_PATH + path, (context) => respondRefused(methodNotAvailable(context.req.method, methods)));
  }
  app.notFound((context) => respondRefused(couldNotRoute(belowBase(context.req.path))));
  // Without this, Hono prints the error and answers in plain text; a bug should reach the caller.
  app.onError((error) => {
    throw error;
  });

  return {
    answer: async (request, sentBody) => app.fetch(request, { sentBody }),
    operationNamed: (method, path) => {
      const [handlers] = app.router.match(method === 'HEAD' ? 'GET' : method, path);
      return handlers.map(([[handler]]) => names.get(handler)).find((name) => name !== undefined);
    },
  };
}

function belowBase(path: string): string {
  return path.startsWith(`${BASE_PATH}/`) ? path.slice(BASE_PATH.length) : path;
}
