import { printable, type Log } from '../../sdk/text';
import { authenticationHeaders, secretsOf } from '../address/credentials';
import { type DispatcherSetup, createDispatcher } from './dispatcher';
import type { Envelope } from '../answers/envelope';
import { ServiceError, failure, type FailureContext, type FailureDetails } from '../answers/errors';
import { exchange } from './exchange';
import { ACCEPTED_ENCODINGS, cancelled, outcomeOf } from './outcome';
import { withDefaults, type ClientOptions, type ClientSettings } from './options';
import { createPacer, describeWait, type Turn } from '../pacing/pacing';
import { readDate, readRateLimit } from '../pacing/rate-limit';
import { createRedactor } from '../answers/redaction';
import {
  changesNothing,
  isIdempotent,
  pathOf,
  targetOf,
  unusablePart,
  type Requester,
  type ServiceRequest,
} from './request';
import { withRetries } from './retry';
import type { Dispatcher } from 'undici';

/** Sends requests with authentication, pacing, time limits and repetition, and reads the envelope of each answer. */
export function createRequester(options: ClientOptions): Requester & Pick<Connection, 'close' | 'release'> {
  const settings = withDefaults(options);
  const { baseUrl, time } = settings;
  const connection = createConnection(settings);
  const pacer = createPacer({
    settings: settings.pacing,
    time,
    random: settings.random,
    onWait: (wait, waitMs) => {
      settings.log?.('warn', `requests wait: ${describeWait(wait)}`);
      settings.onWait?.(wait, waitMs);
    },
  });
  /** The service asked for a longer wait than a request may last now: the others fail as well, and are not sent. */
  let refused: { readonly until: number; readonly error: ServiceError } | undefined;
  const zoneNames = new Map<string, string>();
  let hasFound = false;
  const redactor = createRedactor(secretsOf(settings.credentials));
  const headers = {
    accept: 'application/json',
    'accept-encoding': ACCEPTED_ENCODINGS,
    'user-agent': settings.userAgent,
    ...authenticationHeaders(settings.credentials),
  };

  const attempt = async (
    request: ServiceRequest,
    tried: FailureContext,
    journal: RequestLog,
    turn: Turn,
  ): Promise<Envelope | ServiceError> => {
    const leftMs = refused === undefined ? 0 : refused.until - time.now();
    if (refused !== undefined && leftMs > settings.longestWaitMs()) {
      const { method, path, zoneName } = tried;
      const seen = 'not sent, because the service asks to slow down';
      const request = { method, path };
      return refused.error.with({ request, zoneName, outcome: 'not-sent', seen, retryAfterMs: leftMs });
    }
    if (turn.waitedFor !== undefined)
      return cancelled({ ...tried, attempt: tried.attempt - 1 }, 'not-sent', turn.waitedFor);
    return connection.use((setup) => send(setup, request, tried, journal, turn));
  };

  const send = async (
    setup: DispatcherSetup,
    request: ServiceRequest,
    tried: FailureContext,
    journal: RequestLog,
    turn: Turn,
  ): Promise<Envelope | ServiceError> => {
    if (setup.type === 'fault') {
      const { seen, hint } = setup;
      return failure({ kind: 'unreachable', outcome: 'not-sent', seen, hint, transient: false }, tried);
    }
    const context = { ...tried, proxy: setup.proxy };
    const body = request.body === undefined ? undefined : JSON.stringify(request.body);
    const startedAt = time.now();
    journal.sending(context.attempt, request.body);
    settings.onRequest?.();
    const result = await exchange(
      setup.dispatcher,
      {
        origin: baseUrl.origin,
        method: request.method,
        path: targetOf(baseUrl.pathname, request),
        headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body }),
      },
      { timeoutMs: context.timeoutMs, maxBytes: context.maxBytes, signal: request.signal },
    );
    const answer = result.type === 'answer' ? result : undefined;
    const limit = answer && readRateLimit(answer.headers, time.now());
    if (answer)
      settings.onAnswer?.({ limit, date: readDate(answer.headers['date']), receivedAt: Date.now() });
    const read = await outcomeOf(result, { ...context, hasFound }, time.now(), request.onText);
    if (!(read instanceof ServiceError)) {
      hasFound = true;
      for (const message of read.messages) settings.onMessage?.(message, context);
    }
    journal.done(context.attempt, time.now() - startedAt, read, answer?.status);
    const askedMs =
      read instanceof ServiceError && read.kind === 'rate-limited' ? read.retryAfterMs : undefined;
    if (askedMs !== undefined && askedMs > settings.longestWaitMs()) {
      refused = { until: time.now() + askedMs, error: read as ServiceError };
      return read;
    }
    if (answer) turn.learn(limit);
    // The limit counts all requests of these credentials: the others would be refused as well.
    if (askedMs !== undefined) turn.hold(askedMs, limit);
    return read;
  };

  const contextFor =
    (request: ServiceRequest) =>
    (attempt: number): FailureContext => ({
      method: request.method,
      path: pathOf(request),
      changesNothing: changesNothing(request),
      zoneName: zoneNames.get(request.path[1] ?? ''),
      redactor: redactor.also(request.secrets ?? []),
      baseUrl: `${baseUrl.origin}${baseUrl.pathname.replace(/\/$/, '')}`,
      baseUrlSource: settings.baseUrlSource,
      host: baseUrl.host,
      attempt,
      timeoutMs: settings.requestTimeoutMs,
      maxBytes: settings.maxBytes,
    });

  const request = async (request: ServiceRequest): Promise<Envelope> => {
    const contextOf = contextFor(request);
    const journal = createRequestLog(settings.log, contextOf(1));
    if (unusablePart(request) !== undefined) throw failure(UNUSABLE_PATH, contextOf(1));
    return withRetries<Envelope>(
      (tries) => pacer.run((turn) => attempt(request, contextOf(tries), journal, turn), request.signal),
      {
        settings,
        idempotent: isIdempotent(request),
        signal: request.signal,
        onWait: journal.waiting,
        cancelled: (attempts) => cancelled(contextOf(attempts), 'not-sent'),
      },
    );
  };

  const unexpected: Requester['unexpected'] = (
    request,
    result,
    seen,
    hint = 'Check that base_url is the address of the zone service, version 4.',
  ) => {
    const context = contextFor(request)(1);
    const shown = seen(context.redactor.value(result));
    const details = { outcome: 'unknown', seen: shown, hint, transient: false } as const;
    return failure({ kind: 'malformed-answer', ...details }, context);
  };

  return { zoneNames, request, unexpected, close: connection.close, release: connection.release };
}

const UNUSABLE_PATH: FailureDetails = {
  kind: 'invalid',
  outcome: 'not-sent',
  seen: 'a part of the path is empty, "." or "..", so it would name another operation',
  hint: 'Check the zone id and the other ids of the request: none may be empty.',
  transient: false,
};

/** The dispatcher of one client, made when it is first needed. */
interface Connection {
  /** Runs an exchange, for which the connections stay open until it has ended. */
  readonly use: <T>(exchange: (setup: DispatcherSetup) => Promise<T>) => Promise<T>;
  /** Closes the connections of this client; an injected dispatcher belongs to its creator. */
  readonly close: () => Promise<void>;
  /** From now on closes them as soon as no exchange uses them. An exchange that comes later opens its own. */
  readonly release: () => void;
}

function createConnection(settings: ClientSettings): Connection {
  if (settings.dispatcher !== undefined) return injected(settings.dispatcher);
  let opened: Promise<DispatcherSetup> | undefined;
  let underWay = 0;
  let isReleased = false;

  const close = async (): Promise<void> => {
    const setup = await opened;
    if (setup?.type === 'ready') await setup.dispatcher.destroy();
  };
  const closeIfUnused = (): void => {
    if (!isReleased || underWay > 0) return;
    void close();
    opened = undefined;
  };

  return {
    async use(exchange) {
      underWay += 1;
      opened ??= createDispatcher({
        origin: settings.baseUrl.origin,
        connections: settings.pacing.maxConcurrent,
        environment: settings.environment,
      });
      try {
        return await exchange(await opened);
      } finally {
        underWay -= 1;
        closeIfUnused();
      }
    },
    close,
    release() {
      isReleased = true;
      closeIfUnused();
    },
  };
}

function injected(dispatcher: Dispatcher): Connection {
  return {
    use: (exchange) => exchange({ type: 'ready', dispatcher }),
    close: () => Promise.resolve(),
    release: () => undefined,
  };
}

const LONGEST_BODY = 16 * 1024;

type RequestLog = ReturnType<typeof createRequestLog>;

/** Logs one request: at `debug` what happens to it, at `trace` its bodies, at `warn` each retry. */
function createRequestLog(log: Log = () => undefined, { method, path, redactor }: FailureContext) {
  const subject = { method, path: redactor.text(path) };
  const body = (value: unknown): string => {
    const text = JSON.stringify(redactor.value(value, LONGEST_BODY));
    const more = text.length <= LONGEST_BODY ? '' : `… (more than ${LONGEST_BODY} characters)`;
    return printable(`${text.slice(0, LONGEST_BODY)}${more}`);
  };
  /** The body is made when it is read: a log whose level is off never does. */
  const withBody = (attempt: number, value: unknown): Readonly<Record<string, unknown>> => ({
    ...subject,
    attempt,
    get body() {
      return body(value);
    },
  });
  return {
    sending(attempt: number, value: unknown): void {
      if (value !== undefined) log('trace', 'request body', withBody(attempt, value));
    },
    done(attempt: number, duration_ms: number, result: Envelope | ServiceError, status?: number): void {
      const fields = { ...subject, attempt, duration_ms, ...(status === undefined ? {} : { status }) };
      if (result instanceof ServiceError) {
        const { kind, outcome, message: error } = result;
        log('debug', 'request failed', { ...fields, kind, outcome, error });
        return;
      }
      log('debug', 'request answered', fields);
      if (result.result !== null) log('trace', 'answer body', withBody(attempt, result.result));
    },
    waiting({ attempts: attempt, message: error }: ServiceError, wait_ms: number): void {
      log('warn', 'retrying request', { ...subject, attempt, wait_ms, error });
    },
  };
}
