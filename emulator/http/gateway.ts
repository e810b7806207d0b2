import { getPath } from 'hono/utils/url';
import { IDENTIFIER } from '../determinism/identifiers';
import { invalidParameter } from '../errors/chosen';
import { couldNotRoute, methodNotAvailable } from '../errors/published';
import { Refusal } from '../errors/refusal';
import type { Answer, ServiceOperation } from '../service/operation';
import { BASE_PATH } from '../service/operation';
import type { Service } from '../service/service';
import type { Zone } from '../service/zone';
import { checkAuthorized, createAuthenticator } from './authenticate';
import type { SentBody } from './read-body';
import { jsonOf } from './read-body';
import type { Reply } from './reply';
import { respond, respondRefused } from './reply';
import type { Routed } from './router';
import { routerOf } from './router';

/** A request and its target. */
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
interface Gateway {
  readonly route: (request: Request) => { readonly routed: Routed; readonly path: string };
  /** The answer, based on the state of this service. */
  readonly answer: (service: Service, request: ServiceRequest) => Promise<Reply>;
}

/**
 * Routes requests to the operations, and turns their answers and refusals into HTTP.
 *
 * @param settle applies what has become due in a zone by the clock
 */
export function createGateway(
  operations: readonly ServiceOperation[],
  settle: (service: Service, zone: Zone) => void,
): Gateway {
  const route = routerOf(operations);
  const authenticate = createAuthenticator();

  /**
   * Performs a request. The checks go from the outside in: path, its identifiers, caller, zone, permission, query,
   * body, and last what the operation itself requires.
   *
   * @throws Refusal
   */
  const perform = async (service: Service, request: ServiceRequest): Promise<Answer> => {
    const { routed, method, headers } = request;
    const path = belowBase(request.path);
    if (routed.kind === 'nowhere') throw couldNotRoute(path);
    if (routed.kind === 'wrong method') throw methodNotAvailable(method, routed.allowed);
    const { operation, parameters } = routed;
    if (!identifiersOf(parameters).every((value) => IDENTIFIER.test(value))) throw couldNotRoute(path);

    const caller = authenticate(headers, service.state.credentials);
    const call = { service, parameters };
    if (operation.of === 'account') {
      const account = service.state.accounts.get(parameters['account_id'] ?? '');
      if (account === undefined) throw couldNotRoute(path);
      checkAuthorized(caller, undefined, operation.permission);
      return operation.run({ ...call, ...documentsOf(request, operation), scope: account });
    }
    const zone = service.state.zones.get(parameters['zone_id'] ?? '');
    if (zone === undefined) throw couldNotRoute(path);
    // What is due happened before the request, so no operation may overtake it.
    settle(service, zone);
    checkAuthorized(caller, zone.id, operation.permission);
    return operation.run({ ...call, ...documentsOf(request, operation), zone });
  };

  return {
    route: (request) => {
      const path = getPath(request);
      return { routed: route(request.method, path), path };
    },
    answer: async (service, request) => {
      try {
        return respond(await perform(service, request));
      } catch (error) {
        if (error instanceof Refusal) return respondRefused(error);
        throw error;
      }
    },
  };
}

/** The query and the body of a request for an operation. @throws Refusal */
function documentsOf({ search, headers, body }: ServiceRequest, operation: ServiceOperation) {
  const query = new URLSearchParams(search);
  const dryRun = query.get('dry_run') ?? 'false';
  const writes = operation.method !== 'GET';
  if (writes && dryRun !== 'true' && dryRun !== 'false')
    throw invalidParameter('dry_run', dryRun, 'true or false');
  const document = operation.body === 'json' ? jsonOf(body, headers.get('content-type')) : undefined;
  return { query, body: document, dryRun: writes && dryRun === 'true' };
}

/** The parts of a path that hold identifiers, by their names (`Operation.path`). */
function identifiersOf(parameters: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(parameters).flatMap(([name, value]) => (name.endsWith('_id') ? [value] : []));
}

function belowBase(path: string): string {
  return path.startsWith(`${BASE_PATH}/`) ? path.slice(BASE_PATH.length) : path;
}
