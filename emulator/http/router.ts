import type { Result, Router } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';
import { IDENTIFIER } from '../service/identifiers';
import { type ServiceOperation, BASE_PATH } from '../service/operation';

/** The result of routing a method and a path. */
export type Routed =
  | {
      readonly kind: 'operation';
      readonly operation: ServiceOperation;
      readonly parameters: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'wrong method'; readonly allowed: readonly string[] }
  | { readonly kind: 'nowhere' };

/** Finds the operation for a method and a decoded path. */
export type Route = (method: string, path: string) => Routed;

export function routerOf(operations: readonly ServiceOperation[]): Route {
  const byMethod = newRouter<ServiceOperation>();
  const byPath = newRouter<readonly string[]>();
  for (const operation of operations) byMethod.add(operation.method, BASE_PATH + operation.path, operation);
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const methods = operations.filter((operation) => operation.path === path).map(({ method }) => method);
    byPath.add('ALL', BASE_PATH + path, methods);
  }
  return (method, path) => {
    const found = first(byMethod.match(method === 'HEAD' ? 'GET' : method, path));
    if (found !== undefined)
      return { kind: 'operation', operation: found.handler, parameters: found.parameters };
    const methods = first(byPath.match('ALL', path));
    return methods === undefined ? { kind: 'nowhere' } : { kind: 'wrong method', allowed: methods.handler };
  };
}

function newRouter<T>(): Router<T> {
  return new SmartRouter<T>({ routers: [new RegExpRouter<T>(), new TrieRouter<T>()] });
}

/** The first handler added, with the named parts of the path. */
function first<T>(
  result: Result<T>,
): { readonly handler: T; readonly parameters: Record<string, string> } | undefined {
  const entry = result[0][0];
  if (entry === undefined) return undefined;
  const [handler, named] = entry;
  const stash = result[1];
  const parameters: Record<string, string> = {};
  for (const [name, found] of Object.entries(named)) {
    const text = typeof found === 'string' ? found : (stash?.[found] ?? '');
    parameters[name] = text.includes('%') ? decoded(text) : text;
  }
  return { handler, parameters };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The target of a request, taken from its address without parsing the rest of it. */
interface Target {
  /** As it was sent, with its escapes. */
  readonly pathname: string;
  /** With its question mark; empty if there is none. */
  readonly search: string;
}

/** The target of an absolute address such as `Request.url`, which is in its normal form. */
export function targetOf(url: string): Target {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const fragment = url.indexOf('#', start);
  const end = fragment === -1 ? url.length : fragment;
  const query = url.indexOf('?', start);
  if (query === -1 || query > end) return { pathname: url.slice(start, end), search: '' };
  return { pathname: url.slice(start, query), search: url.slice(query, end) };
}

const ZONES_PREFIX = `${BASE_PATH}/zones/`;

/** The identifier of the zone that a path names, whether it exists or not. */
export function namedZone(path: string): string | undefined {
  if (!path.startsWith(ZONES_PREFIX)) return undefined;
  const end = path.indexOf('/', ZONES_PREFIX.length);
  const id = path.slice(ZONES_PREFIX.length, end === -1 ? undefined : end);
  return IDENTIFIER.test(id) ? id : undefined;
}
