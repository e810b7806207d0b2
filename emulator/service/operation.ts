import type { Account, Scope } from './scope';
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
  /** The JSON document of the body; `undefined` for an operation without a body. */
  readonly body: unknown;
  /** Whether to check everything and write nothing (docs/internals/service.md 3.3). */
  readonly dryRun: boolean;
}

/** A request about the zone or the account that its path names. */
export interface ScopedCall extends ServiceCall {
  readonly scope: Scope;
}

/** A request about the account that its path names. */
export interface AccountCall extends ScopedCall {
  readonly scope: Account;
}

/** A request about the zone that its path names. */
export interface ZoneCall extends ScopedCall {
  readonly scope: Zone;
  readonly zone: Zone;
}

/** What an operation answers. */
export type Answer =
  | { readonly kind: 'result'; readonly result: unknown; readonly info?: unknown }
  | { readonly kind: 'no content' };

/** An operation that performs this kind of call. */
interface OperationOn<C extends ServiceCall> {
  /** Stable name, as in the journal and in fault rules. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * Path below the base path, with `:name` for parameters. A parameter whose name ends in `_id` is an identifier of
   * the service; a malformed value is an unknown route.
   */
  readonly path: string;
  /** `none` is for what every caller may do. */
  readonly permission: Permission | 'none';
  /** `optional json`: a request without a body is accepted. @default - none is read */
  readonly body?: 'json' | 'optional json';
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

/** An operation on an account. Its path begins with `/accounts/:account_id`. */
export interface AccountOperation extends OperationOn<AccountCall> {
  readonly of: 'account';
  /** Whether tokens that are disabled or have expired may perform it. @default false */
  readonly withInactiveToken?: boolean;
}

/** An operation that belongs to no zone or account: it shows what the caller is or can see. */
export interface CallerOperation extends OperationOn<ServiceCall> {
  readonly of: 'caller';
  /** Whether tokens that are disabled or have expired may perform it. @default false */
  readonly withInactiveToken?: boolean;
}

/** Any operation of the service. */
export type ServiceOperation = ZoneOperation | AccountOperation | CallerOperation;

/** An operation on a zone or an account. Its path is relative to either, such as `/rulesets`. */
export type ScopedOperation = OperationOn<ScopedCall>;

/** The operation on a zone. */
export function onZone(operation: ScopedOperation): ZoneOperation {
  return { ...operation, of: 'zone', path: `/zones/:zone_id${operation.path}` };
}

/** The operation on an account. */
export function onAccount(operation: ScopedOperation): AccountOperation {
  return { ...operation, of: 'account', path: `/accounts/:account_id${operation.path}` };
}

/** The path of a zone or an account, below the base path. */
export function pathOf({ kind, id }: Pick<Scope, 'kind' | 'id'>): string {
  return `/${kind}s/${id}`;
}

/** The operations on a zone, and the same on an account. */
export function onEachScope(operations: readonly ScopedOperation[]): readonly ServiceOperation[] {
  return [...operations.map(onZone), ...operations.map(onAccount)];
}
