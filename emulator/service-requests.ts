import { applyFault } from './faults/apply-fault';
import type { FaultsInForce } from './faults/faults';
import { rateLimitHeaders } from './faults/rate-limit';
import type { ZoneHistory } from './faults/zone-history';
import { createGateway } from './http/gateway';
import type { SentBody } from './http/read-body';
import { readBody } from './http/read-body';
import type { Reply } from './http/reply';
import { namedZone, targetOf } from './http/router';
import type { Journal } from './journal/journal';
import { OPERATIONS, settleZone } from './parts';
import type { Service } from './service/service';

interface Parts {
  readonly service: Service;
  readonly faults: FaultsInForce;
  readonly history: ZoneHistory;
  readonly journal: Journal;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** Names and values in alternation, as received; from the request if the connection does not provide them. */
export type HeaderLines = readonly string[] | undefined;

const NO_BODY: SentBody = { kind: 'none' };

/** Answers requests to the service: applies faults, runs the operations, and records them in the journal. */
export function serviceRequests({
  service,
  faults,
  history,
  journal,
  wait,
}: Parts): (request: Request, headerLines: HeaderLines) => Promise<Reply> {
  const gateway = createGateway(OPERATIONS, settleZone);

  const noteZone = (zoneId: string | undefined): void => {
    const zone = zoneId === undefined ? undefined : service.state.zones.get(zoneId);
    if (zone !== undefined) history.note(zone);
  };

  const serviceOfEarlier = (zoneId: string | undefined, writes: number): Service => {
    const { zones } = service.state;
    const zone = zoneId === undefined ? undefined : zones.get(zoneId);
    const earlier = zone && history.before(zone, writes);
    if (earlier === undefined) return service;
    return { ...service, state: { ...service.state, zones: new Map(zones).set(earlier.id, earlier) } };
  };

  return async (request, headerLines) => {
    const { method, headers } = request;
    const { pathname, search } = targetOf(request.url);
    const { routed, path } = gateway.route(request);
    const operation = routed.kind === 'operation' ? routed.operation.name : undefined;
    const zoneId = namedZone(path);
    const at = service.clock.now();
    const { credentials } = service.state;
    const { rule, allowance } = faults.take({
      operation,
      method,
      path: pathname,
      zoneId,
      caller: callerOf(headers),
      now: at,
    });
    if (rule?.delayMs !== undefined) await wait(rule.delayMs);
    const reads = method === 'GET' || method === 'HEAD';
    const body = reads ? NO_BODY : await readBody(request);
    let servedStatus: number | null = null;
    const answerOn = async (on: Service): Promise<Reply> => {
      const served = await gateway.answer(on, { routed, method, path, search, headers, body });
      servedStatus = served.status;
      return served;
    };
    const answer = async (): Promise<Reply> => {
      if (reads) return answerOn(service);
      noteZone(zoneId);
      const reply = await answerOn(service);
      noteZone(zoneId);
      return reply;
    };
    const effect = rule?.effect ?? { kind: 'none' };
    const staleAnswer = (writes: number): Promise<Reply> => answerOn(serviceOfEarlier(zoneId, writes));
    const faulted = await applyFault(effect, { answer, staleAnswer, allowance, now: at });
    const limited = allowance === undefined ? faulted : withHeaders(rateLimitHeaders(allowance), faulted);
    const reply = method === 'HEAD' ? { ...limited, body: null } : limited;
    journal.record({
      at,
      method,
      pathname,
      search,
      headerLines: headerLines ?? [...headers].flat(),
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

/** The caller for rate limits, which count requests with the same credential together. */
function callerOf(headers: Headers): string {
  return headers.get('authorization') ?? headers.get('x-auth-key') ?? '';
}

/** The reply's own headers take precedence. */
function withHeaders(headers: Readonly<Record<string, string>>, reply: Reply): Reply {
  return { ...reply, headers: { ...headers, ...reply.headers } };
}
