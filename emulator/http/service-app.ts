import { getPath } from 'hono/utils/url';
import { couldNotRoute, methodNotAvailable } from '../errors/published';
import { Refusal } from '../errors/refusal';
import type { Service } from '../service/service';
import { createAuthenticator } from './authenticate';
import { BASE_PATH } from './base-path';
import { respond, respondRefused } from './envelope';
import type { Operation } from './operation';
import { perform } from './perform';
import type { SentBody } from './read-body';
import type { Reply } from './reply';
import type { Routed } from './router';
import { routerOf } from './router';

/** A request, and where it leads. */
export interface ServiceRequest {
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
export interface ServiceApp {
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
