import { tooManyRequests } from '../service/chosen';
import { applyFault } from '../faults/apply-fault';
import type { FaultsInForce } from '../faults/faults';
import { createServiceLimits, rateLimitHeaders } from '../faults/rate-limit';
import type { ScopeHistory } from '../faults/scope-history';
import { createCallers } from '../http/caller';
import { createGateway } from '../http/gateway';
import { type SentBody, readBody } from '../http/read-body';
import { type Reply, respondRefused } from '../http/reply';
import { namedScope, routerOf, targetOf } from '../http/router';
import type { Journal } from '../journal/journal';
import { OPERATIONS, settleZone } from './parts';
import type { Scope } from '../service/scope';
import type { Service } from '../service/service';

/** What a path names; `undefined` if it is no zone or account. */
type NamedScope = ReturnType<typeof namedScope>;

interface Parts {
  readonly service: Service;
  readonly faults: FaultsInForce;
  readonly history: ScopeHistory;
  readonly journal: Journal;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** What the server layer knows of a request beyond HTTP. */
export interface Connection {
  /** Address of the other end. */
  readonly peer?: string | undefined;
  /** Names and values of the headers in alternation, as received. @default - those of the request */
  readonly rawHeaders?: readonly string[] | undefined;
}

const NO_BODY: SentBody = { kind: 'none' };

/** One for all emulators of a process: to build it takes as long as a few requests. */
const ROUTE = routerOf(OPERATIONS);

/** Answers requests to the service: applies faults, runs the operations, and records them in the journal. */
export function serviceRequests({
  service,
  faults,
  history,
  journal,
  wait,
}: Parts): (request: Request, connection: Connection) => Promise<Reply> {
  const gateway = createGateway(ROUTE, settleZone);

  const scopeOf = (named: NamedScope): Scope | undefined =>
    named && (named.kind === 'zone' ? service.state.zones : service.state.accounts).get(named.id);

  const noteScope = (named: NamedScope): void => {
    const scope = scopeOf(named);
    if (scope !== undefined) history.note(scope);
  };

  const serviceOfEarlier = (named: NamedScope, writes: number): Service => {
    const { state } = service;
    const scope = scopeOf(named);
    const earlier = scope && history.before(scope, writes);
    switch (earlier?.kind) {
      case undefined:
        return service;
      case 'zone':
        return { ...service, state: { ...state, zones: new Map(state.zones).set(earlier.id, earlier) } };
      case 'account':
        return {
          ...service,
          state: { ...state, accounts: new Map(state.accounts).set(earlier.id, earlier) },
        };
    }
  };

  const callerOf = createCallers();
  const limitsOfService = createServiceLimits();

  return async (request, { peer = '', rawHeaders }) => {
    const { method, headers } = request;
    const { pathname, search } = targetOf(request.url);
    const { routed, path } = gateway.route(request);
    const operation = routed.kind === 'operation' ? routed.operation.name : undefined;
    const named = namedScope(path);
    const zoneId = named?.kind === 'zone' ? named.id : undefined;
    const at = service.clock.now();
    const { credentials, settings } = service.state;
    const rayId = service.identifiers.nextRayId();
    const caller = callerOf(headers, credentials, peer);
    const { rule, allowance: ofRule } = faults.take({
      operation,
      method,
      path: pathname,
      zoneId,
      caller,
      now: at,
    });
    const { allowance: ofService, retryAfterSeconds } = limitsOfService({
      settings,
      caller,
      address: peer,
      times: { emulator: at, machine: Date.now() },
    });
    const allowance = retryAfterSeconds === undefined ? (ofRule ?? ofService) : ofService;
    if (rule?.delayMs !== undefined) await wait(rule.delayMs);
    const reads = method === 'GET' || method === 'HEAD';
    const body = reads ? NO_BODY : await readBody(request);
    let servedStatus: number | null = null;
    const answerOn = async (on: Service): Promise<Reply> => {
      if (retryAfterSeconds !== undefined) {
        servedStatus = 429;
        return respondRefused(tooManyRequests(retryAfterSeconds));
      }
      const served = await gateway.answer(on, { routed, method, path, search, headers, body });
      servedStatus = served.status;
      return served;
    };
    const answer = async (): Promise<Reply> => {
      if (reads) return answerOn(service);
      noteScope(named);
      const reply = await answerOn(service);
      noteScope(named);
      return reply;
    };
    const effect = rule?.effect ?? { kind: 'none' };
    const staleAnswer = (writes: number): Promise<Reply> => answerOn(serviceOfEarlier(named, writes));
    const faulted = await applyFault(effect, {
      answer,
      staleAnswer,
      allowance: ofRule,
      model: settings.model,
      now: at,
    });
    const limitHeaders = allowance === undefined ? {} : rateLimitHeaders(settings.model, allowance);
    const whole = withHeaders({ 'cf-ray': rayId, ...limitHeaders }, faulted);
    const reply = method === 'HEAD' ? { ...whole, body: null } : whole;
    journal.record({
      at,
      method,
      pathname,
      search,
      headerLines: rawHeaders ?? [...headers].flat(),
      body,
      credentials,
      operation: operation ?? null,
      zoneId: zoneId ?? null,
      status: reply.outcome === 'connection-cut' ? null : reply.status,
      fault: rule === undefined ? null : effect.kind,
      servedStatus,
    });
    return reply;
  };
}

/** The reply's own headers take precedence. */
function withHeaders(headers: Readonly<Record<string, string>>, reply: Reply): Reply {
  return { ...reply, headers: { ...headers, ...reply.headers } };
}
