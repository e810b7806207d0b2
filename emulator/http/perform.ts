import { IDENTIFIER } from '../determinism/identifiers';
import { invalidParameter } from '../errors/chosen';
import { couldNotRoute } from '../errors/published';
import { settledMigration } from '../migration/settled-migration';
import type { Service } from '../service/service';
import type { Authenticate } from './authenticate';
import { checkAuthorized } from './authorize';
import type { Answer, Operation } from './operation';
import type { SentBody } from './read-body';
import { jsonOf } from './read-body';

/** A request that was routed to an operation. */
export interface RoutedRequest {
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
export async function perform(
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
