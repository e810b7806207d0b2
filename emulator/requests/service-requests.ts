import { tooManyRequests } from '../service/chosen';
import { applyFault } from '../faults/apply-fault';
import type { FaultsInForce } from '../faults/faults';
import { createServiceLimits, rateLimitHeaders } from '../faults/rate-limit';
import { getPath } from 'hono/utils/url';
import { callerOf } from '../http/authenticate';
import { answerOf } from '../http/gateway';
import { type SentBody, readBody } from '../http/read-body';
import { type Reply, respondRefused } from '../http/reply';
import { namedZone, routerOf, targetOf } from '../http/router';
import type { Journal } from '../journal/journal';
import { OPERATIONS, settleZone } from './parts';
import type { Service } from '../service/service';

interface Parts {
  readonly service: Service;
  readonly faults: FaultsInForce;
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
  journal,
  wait,
}: Parts): (request: Request, connection: Connection) => Promise<Reply> {
  const limitsOfService = createServiceLimits();

  return async (request, { peer = '', rawHeaders }) => {
    const { method, headers } = request;
    const { pathname, search } = targetOf(request.url);
    const path = getPath(request);
    const routed = ROUTE(method, path);
    const operation = routed.kind === 'operation' ? routed.operation.name : undefined;
    const zoneId = namedZone(path);
    const at = service.clock.now();
    const { credentials, settings } = service.state;
    const rayId = service.identifiers.nextRayId();
    const rule = faults.take({ operation, method, path: pathname, zoneId });
    const { allowance, retryAfterSeconds } = limitsOfService({
      settings,
      caller: callerOf(headers, credentials, peer),
      address: peer,
      times: { emulator: at, machine: Date.now() },
    });
    if (rule?.delayMs !== undefined) await wait(rule.delayMs);
    const reads = method === 'GET' || method === 'HEAD';
    const body = reads ? NO_BODY : await readBody(request);
    let servedStatus: number | null = null;
    const answer = async (): Promise<Reply> => {
      if (retryAfterSeconds !== undefined) {
        servedStatus = 429;
        return respondRefused(tooManyRequests(retryAfterSeconds));
      }
      const sent = { routed, method, path, search, headers, body };
      const served = await answerOf(service, sent, settleZone);
      servedStatus = served.status;
      return served;
    };
    const effect = rule?.effect ?? { kind: 'none' };
    const faulted = await applyFault(effect, { answer, model: settings.model, now: at });
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
