import type { Permission } from './credentials';
import type { Service } from './service';
import type { Zone } from './zone';

/** The path of `{base_url}`, with the version prefix (docs/service.md 1.3). */
export const BASE_PATH = '/client/v4';

/** A request that passed the gateway: it has an operation and a zone, and may perform the operation. */
export interface Call {
  readonly service: Service;
  readonly zone: Zone;
  /** The path parameters. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The JSON document of the body; `undefined` for an operation without a body. */
  readonly body: unknown;
  /** Whether to check everything and write nothing (docs/service.md 3.3). */
  readonly dryRun: boolean;
}

/** What an operation answers. */
export type Answer =
  | { readonly kind: 'result'; readonly result: unknown; readonly info?: unknown }
  | { readonly kind: 'no content' };

/** One operation of the service below its base path. */
export interface Operation {
  /** Stable name, as in the journal and in fault rules. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * Path below the base path, with `:name` for parameters; every operation has `:zone_id`. A parameter whose name
   * ends in `_id` is an identifier of the service; a malformed value is an unknown route.
   */
  readonly path: string;
  readonly permission: Permission;
  /** `optional json`: a request without a body is accepted. */
  readonly body: 'none' | 'json' | 'optional json';
  /**
   * Performs the operation. An operation that waits checks again afterwards what may have changed in the meantime.
   *
   * @throws Refusal, which the gateway turns into the answer
   */
  readonly run: (call: Call) => Answer | Promise<Answer>;
}
