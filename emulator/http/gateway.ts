import { IDENTIFIER } from '../service/identifiers';
import { INVALID_DRY_RUN, invalidParameter } from '../service/chosen';
import {
  couldNotRoute,
  methodNotAvailable,
  notEmulated,
  outOfReach,
  unknownMember,
} from '../service/published';
import { Refusal } from '../service/refusal';
import { type Caller, reachesZone } from '../service/credentials';
import { type Answer, type ServiceCall, BASE_PATH } from '../service/operation';
import type { Service } from '../service/service';
import type { Zone } from '../service/zone';
import { authenticate, checkActive, checkPermission } from './authenticate';
import { type SentBody, jsonOf } from './read-body';
import { type Reply, respond, respondRefused } from './reply';
import type { Routed } from './router';
import { MODEL } from '../service/settings';

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

/** A request for an operation. */
type RoutedOperation = Extract<Routed, { readonly kind: 'operation' }>;

/**
 * The answer or the refusal of an operation as HTTP, based on the state of this service.
 *
 * @param settle applies what has become due in a zone by the clock
 */
export async function answerOf(service: Service, request: ServiceRequest, settle: Settle): Promise<Reply> {
  try {
    return respond(await perform(service, request, settle));
  } catch (error) {
    if (error instanceof Refusal) return respondRefused(error);
    throw error;
  }
}

type Settle = (service: Service, zone: Zone) => void;

/**
 * Performs a request. The checks go from the outside in: path, its identifiers, caller, zone, permission, query, body,
 * and last what the operation itself requires.
 *
 * @throws Refusal
 */
async function perform(service: Service, request: ServiceRequest, settle: Settle): Promise<Answer> {
  const { routed, method, headers } = request;
  const path = belowBase(request.path);
  if (routed.kind === 'nowhere') throw notEmulated(method, path);
  if (routed.kind === 'wrong method') throw methodNotAvailable(method, routed.allowed);
  const { operation, parameters } = routed;
  if (!identifiersOf(parameters).every((value) => IDENTIFIER.test(value))) throw couldNotRoute(path);

  const caller = authenticate(headers, service.state.credentials);
  checkActive(caller, service.clock.now());
  if (operation.of === 'caller') {
    checkPermission(caller, operation, service.state.settings.model);
    return run(operation, readCall(service, caller, routed, request));
  }
  const zone = service.state.zones.get(parameters['zone_id'] ?? '');
  if (zone === undefined) throw couldNotRoute(path);
  // What is due happened before the request, so no operation may overtake it.
  settle(service, zone);
  if (!reachesZone(caller, zone)) throw outOfReach();
  checkPermission(caller, operation, service.state.settings.model);
  return run(operation, { ...readCall(service, caller, routed, request), zone });
}

/** The call of an operation: reads query and body. @throws Refusal */
function readCall(
  service: Service,
  caller: Caller,
  { operation, parameters }: RoutedOperation,
  { search, headers, body }: ServiceRequest,
): ServiceCall {
  const query = new URLSearchParams(search);
  const dryRun = query.get('dry_run') ?? 'false';
  const mayBeDry = operation.method !== 'GET' && service.state.settings.dryRun === 'supported';
  if (mayBeDry && dryRun !== 'true' && dryRun !== 'false')
    throw invalidParameter('dry_run', dryRun, 'true or false', INVALID_DRY_RUN);
  const hasBody = operation.method !== 'GET' && operation.method !== 'DELETE';
  const document = hasBody ? jsonOf(body, headers.get('content-type')) : undefined;
  return { service, caller, parameters, query, body: document, dryRun: mayBeDry && dryRun === 'true' };
}

/** @throws Refusal */
async function run<C extends ServiceCall>(
  operation: { readonly name: string; readonly run: (call: C) => Answer | Promise<Answer> },
  call: C,
): Promise<Answer> {
  try {
    return await operation.run(call);
  } catch (error) {
    const unknown = error instanceof Refusal ? error.unknownMember : undefined;
    if (unknown === undefined || MODEL[call.service.state.settings.model].unknownMembers === 'listed')
      throw error;
    throw unknownMember(unknown, operation.name.startsWith('rulesets.'));
  }
}

/** The parts of a path that hold identifiers, by their names (`Operation.path`). */
function identifiersOf(parameters: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(parameters).flatMap(([name, value]) => (name.endsWith('_id') ? [value] : []));
}

function belowBase(path: string): string {
  return path.startsWith(`${BASE_PATH}/`) ? path.slice(BASE_PATH.length) : path;
}
