import type { Envelope } from '../answers/envelope';
import type { ServiceError } from '../answers/errors';

export interface CallOptions {
  /** Ends the call at once, waits included. */
  readonly signal?: AbortSignal | undefined;
  /** Values that must never be shown, besides the credentials. */
  readonly secrets?: readonly string[];
}

/** One operation of the service. */
export interface ServiceRequest extends CallOptions {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The parts of the path below the base URL; each is encoded, so that an id cannot lead to another path. */
  readonly path: readonly string[];
  /** Undefined members are omitted. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** A JSON value. */
  readonly body?: unknown;
  /**
   * Whether the request may be sent again when it may already have taken effect.
   * @default true for GET, PUT and DELETE, and for what changes nothing; false for POST and PATCH
   */
  readonly idempotent?: boolean;
  /**
   * Whether the service changes nothing, whatever the method is, as for a dry run.
   * @default true for GET
   */
  readonly changesNothing?: boolean;
  /** Is given each answer whole: its headers and its text, with whatever secrets it holds. @default nobody is */
  readonly onText?: (text: string) => void;
}

/** What the typed operations are built on. */
export interface Requester {
  /** The names of zones that the service or a state has told, by id: failures name them. */
  readonly zoneNames: Map<string, string>;
  /** Answers a read of a zone, also with what an earlier one was answered. @default - each read is sent */
  readonly share?: <T>(request: ServiceRequest, send: () => Promise<T>) => Promise<T>;
  /** @throws ServiceError for everything but an envelope with `success` (docs/internals/service.md 2.1). */
  readonly request: (request: ServiceRequest) => Promise<Envelope>;
  /**
   * The error for an envelope whose result is not what the operation returns.
   *
   * @param seen says what was seen in the result; it is given the result without secrets, because an excerpt could
   *   cut one in two and show its half.
   * @param hint what to do, in whole sentences. @default to check the base URL
   */
  readonly unexpected: (
    request: ServiceRequest,
    result: unknown,
    seen: (result: unknown) => string,
    hint?: string,
  ) => ServiceError;
}

/** The path of a request for messages and logs, without its query; each part encoded. */
export function pathOf(request: ServiceRequest): string {
  return `/${request.path.map(encodeURIComponent).join('/')}`;
}

/** The path as it is sent, below a base path that ends in a slash. */
export function targetOf(basePath: string, request: ServiceRequest): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) query.append(name, String(value));
  }
  const suffix = query.size === 0 ? '' : `?${query.toString()}`;
  return `${basePath}${pathOf(request).slice(1)}${suffix}`;
}

export function isIdempotent(request: ServiceRequest): boolean {
  const { method, idempotent } = request;
  return idempotent ?? (changesNothing(request) || (method !== 'POST' && method !== 'PATCH'));
}

export function changesNothing(request: ServiceRequest): boolean {
  return request.changesNothing ?? request.method === 'GET';
}

/** The first part of the path that cannot be sent: a server would resolve these to another path. */
export function unusablePart(request: ServiceRequest): string | undefined {
  return request.path.find((part) => part === '' || part === '.' || part === '..');
}
