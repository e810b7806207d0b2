import type { ZoneOperation } from '../service/operation';

/** An operation that only reads. */
export function readOperation(name: string, path: string, run: ZoneOperation['run']): ZoneOperation {
  return { of: 'zone', name, method: 'GET', path, permission: 'waf:read', run };
}

/** An operation that changes something, with a body in JSON. */
export function writeOperation(
  name: string,
  method: 'POST' | 'PUT' | 'PATCH',
  path: string,
  run: ZoneOperation['run'],
): ZoneOperation {
  return { of: 'zone', name, method, path, permission: 'waf:edit', body: 'json', run };
}
