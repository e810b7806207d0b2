import { getPath } from 'hono/utils/url';
import { IDENTIFIER } from '../determinism/identifiers';
import { invalidParameter } from '../errors/chosen';
import { couldNotRoute, methodNotAvailable } from '../errors/published';
import { Refusal } from '../errors/refusal';
import { settledMigration } from '../migration/migration';
import type { Answer, Operation } from '../service/operation';
import type { Service } from '../service/service';
import type { Authenticate } from './authenticate';
import { checkAuthorized, createAuthenticator } from './authenticate';
import { BASE_PATH } from './base-path';
import type { SentBody } from './read-body';
import { jsonOf } from './read-body';
import type { Reply } from './reply';
import { respond, respondRefused } from './reply';
import type { Routed } from './router';
import { routerOf } from './router';

/** A request, and where it leads. */
interface ServiceRequest {
  readonly routed: Routed;
  readonly method: string;
  /** With its escapes decoded. */
  readonly path: string;
  /** The query, with or without its question mark. */
  readonly search: string;
  readonly headers: Headers;
  readonly body: SentBody;
}

/** The operations of the service over HTTP. */
interface ServiceApp {
  readonly route: (request: Request) => { readonly routed: Routed; readonly path: string };
  /** Answers on the state of this service. */
  readonly answer: (service: Service, request: ServiceRequest) => Promise<Reply>;
}

/** Leads requests to the operations; paths and methods that are none get the gateway's refusals. */
export function serviceApp(operations: readonly Operation[]): ServiceApp {
  const route = routerOf(operations);
  const authenticate = createAuthenticator();
  return {
    route: (request) => {
      const path = getPath(request);
      return { routed: route(request.method, path), path };
    },
    answer: async (service, { routed, method, path, search, headers, body }) => {
      try {
        switch (routed.kind) {
          case 'nowhere':
            throw couldNotRoute(belowBase(path));
          case 'wrong method':
            throw methodNotAvailable(method, routed.allowed);
          case 'operation': {
            const { operation, parameters } = routed;
            const query = new URLSearchParams(search);
            const sent = { path: belowBase(path), parameters, query, headers, body };
            return respond(await perform(service, operation, sent, authenticate));
          }
        }
      } catch (error) {
        // The one place where a refusal becomes an answer.
        if (error instanceof Refusal) return respondRefused(error);
        throw error;
      }
    },
  };
}

function belowBase(path: string): string {
  return path.startsWith(`${BASE_PATH}/`) ? path.slice(BASE_PATH.length) : path;
}

/** A request that was routed to an operation. */
interface RoutedRequest {
  /** Path below the base path. */
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: SentBody;
}

/**
 * Carries a request out. The checks go from the outside in: identifiers in the path, caller, zone, permission,
 * query, body, and last what the operation itself demands.
 *
 * @throws Refusal
 */
async function perform(
  service: Service,
  operation: Operation,
  request: RoutedRequest,
  authenticate: Authenticate,
): Promise<Answer> {
  const { parameters, query, headers, body } = request;
  const misnamed = Object.entries(parameters).some(
    ([name, value]) => name.endsWith('_id') && !IDENTIFIER.test(value),
  );
  if (misnamed) throw couldNotRoute(request.path);

  const caller = authenticate(headers, service.state.credentials);
  const zone = service.state.zones.get(parameters['zone_id'] ?? '');
  if (zone === undefined) throw couldNotRoute(request.path);
  // What is due happened before the request came: no operation overtakes the end of a migration.
  settledMigration(service, zone);
  checkAuthorized(caller, zone.id, operation.permission);

  const dryRun = query.get('dry_run') ?? 'false';
  const writes = operation.method !== 'GET';
  if (writes && dryRun !== 'true' && dryRun !== 'false')
    throw invalidParameter('dry_run', dryRun, 'true or false');
  const document = operation.body === 'json' ? jsonOf(body, headers.get('content-type')) : undefined;

  return operation.run({
    service,
    zone,
    parameters,
    query,
    body: document,
    dryRun: writes && dryRun === 'true',
  });
}
