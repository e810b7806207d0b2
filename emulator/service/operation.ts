import type { Caller, Permission } from './credentials';
import type { Service } from './service';
import type { Zone } from './zone';

/** The path of `{base_url}`, with the version prefix (docs/internals/service.md 1.3). */
export const BASE_PATH = '/client/v4';

/** A request that passed the gateway: it has an operation, and its caller may perform it. */
export interface ServiceCall {
  readonly service: Service;
  readonly caller: Caller;
  /** The path parameters. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The JSON document of the body; `undefined` for methods that have none. */
  readonly body: unknown;
  /** Whether to check everything and write nothing (docs/internals/service.md 3.3). */
  readonly dryRun: boolean;
}

/** A request about the zone that its path names. */
export interface ZoneCall extends ServiceCall {
  readonly zone: Zone;
}

/** What an operation answers. */
export type Answer = { readonly result: unknown; readonly info?: unknown } | 'no content';

/** GET and DELETE have no body, the others a JSON document. */
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** An operation that performs this kind of call. */
interface OperationOn<C extends ServiceCall> {
  /** Stable name, as in the journal and in fault rules. */
  readonly name: string;
  readonly method: Method;
  /**
   * Path below the base path, with `:name` for parameters. A parameter whose name ends in `_id` is an identifier of
   * the service; a malformed value is an unknown route.
   */
  readonly path: string;
  readonly permission: Permission;
  /**
   * Performs the operation. An operation that waits checks again afterwards what may have changed in the meantime.
   *
   * @throws Refusal, which the gateway turns into the answer
   */
  readonly run: (call: C) => Answer | Promise<Answer>;
}

/** An operation on a zone. Its path begins with `/zones/:zone_id`. */
export interface ZoneOperation extends OperationOn<ZoneCall> {
  readonly of: 'zone';
}

/** An operation on a zone. @param request its method, and its path below that of the zone */
export function zoneOperation(
  name: string,
  request: Method | `${Method} /${string}`,
  permission: Permission,
  run: ZoneOperation['run'],
): ZoneOperation {
  const [method, path = ''] = request.split(' ') as [Method, string?];
  return { of: 'zone', name, method, path: `/zones/:zone_id${path}`, permission, run };
}

/** An operation that belongs to no zone: it shows what the caller is or can see. */
export interface CallerOperation extends OperationOn<ServiceCall> {
  readonly of: 'caller';
}

/** Any operation of the service. */
export type ServiceOperation = ZoneOperation | CallerOperation;
