import type { ServiceError } from '../../../provider-shim/api/answers/errors';
import type { ClientOptions } from '../../../provider-shim/api/http/options';
import { systemTime } from '../../../provider-shim/api/pacing/time';
import { cut, json, ok, page, refuse, serve, service, silent, type Reply } from './scripted-service';

/** What a request comes to where two facts meet. */

type Method = 'GET' | 'PUT' | 'POST';

/** The kind and the outcome, or `done`, and how many requests it took. */
async function cameOf(
  method: Method,
  replies: readonly Reply[],
  options: Partial<ClientOptions> = {},
  signal?: AbortSignal,
): Promise<string> {
  await serve(...replies);
  const body = method === 'GET' ? {} : { body: {} };
  const came = await service
    .client({ maxRetries: 1, ...options })
    .request({ method, path: ['zones', 'z', 'rulesets'], ...body, signal })
    .then(
      () => 'done',
      ({ kind, outcome }: ServiceError) => `${kind}, ${outcome}`,
    );
  return `${came}, ${service.requests.length}`;
}

const EMPTY = { result: null, errors: [], messages: [] };

const HOUR = 3_600_000;

/** A creation that was perhaps done is not sent again: it may make a second object. */
const ofCreation = (came: string): string => came.replace(/unknown, 2$/, 'unknown, 1');

test.each<readonly [number, string, string, string]>([
  [200, 'done, 1', 'invalid, refused, 1', 'malformed-answer, unknown, 1'],
  [204, 'done, 1', 'done, 1', 'done, 1'], // which has no body
  [301, 'redirect, refused, 1', 'redirect, refused, 1', 'redirect, refused, 1'],
  [304, 'redirect, refused, 1', 'redirect, refused, 1', 'redirect, refused, 1'],
  [400, 'malformed-answer, unknown, 1', 'invalid, refused, 1', 'malformed-answer, refused, 1'],
  [401, 'authentication, unknown, 1', 'authentication, refused, 1', 'authentication, refused, 1'],
  [403, 'authorization, unknown, 1', 'authorization, refused, 1', 'authorization, refused, 1'],
  [404, 'malformed-answer, unknown, 1', 'not-found, refused, 1', 'malformed-answer, refused, 1'],
  [405, 'malformed-answer, unknown, 1', 'invalid, refused, 1', 'malformed-answer, refused, 1'],
  [408, 'unavailable, unknown, 2', 'unavailable, unknown, 2', 'unavailable, unknown, 2'],
  [409, 'malformed-answer, unknown, 1', 'conflict, refused, 1', 'malformed-answer, refused, 1'],
  [410, 'malformed-answer, unknown, 1', 'invalid, refused, 1', 'malformed-answer, refused, 1'],
  [429, 'rate-limited, unknown, 2', 'rate-limited, refused, 2', 'rate-limited, refused, 2'],
  [500, 'unavailable, unknown, 2', 'unavailable, unknown, 2', 'unavailable, unknown, 2'],
  [501, 'unavailable, unknown, 1', 'unavailable, unknown, 1', 'unavailable, unknown, 1'],
  [503, 'unavailable, unknown, 2', 'unavailable, unknown, 2', 'unavailable, unknown, 2'],
  [599, 'unavailable, unknown, 2', 'unavailable, unknown, 2', 'unavailable, unknown, 2'],
])(
  'a write answered with status %d is, with success as true: %s; as false: %s; on a page: %s',
  async (status, ...expected) => {
    const envelopes = [true, false].map((success) => json(status, { ...EMPTY, success }));
    const came: string[] = [];
    for (const method of ['PUT', 'POST'] as const)
      for (const answer of [...envelopes, page(status, 'Sorry')]) came.push(await cameOf(method, [answer]));
    expect(came).toEqual([...expected, ...expected.map(ofCreation)]);
  },
);

/** How a request ends by itself. One that waits to be sent again waits until it is cancelled. */
const ANSWERS = {
  success: ok(null),
  refusal: refuse(400, []),
  outage: refuse(503, []),
  cut,
  limit: refuse(429, [], { 'retry-after': '3600' }),
  none: silent,
};

/** Before it is sent, when the service has it, in the wait before it is sent again, after its end. */
const MOMENTS = ['before', 'sent', 'wait', 'after'] as const;

async function cancelled(method: Method, answer: Reply, moment: (typeof MOMENTS)[number]): Promise<string> {
  const stop = new AbortController();
  if (moment === 'before') stop.abort();
  const reply: Reply = (response, request) => {
    if (moment === 'sent') stop.abort();
    answer(response, request);
  };
  const log: ClientOptions['log'] = (level) =>
    void (moment === 'wait' && level === 'warn' && setImmediate(() => stop.abort()));
  const options = { time: systemTime, longestWaitMs: () => HOUR, log };
  const came = await cameOf(method, [reply], options, stop.signal);
  if (moment === 'after') stop.abort();
  return came;
}

const [NOT_SENT, SENT] = ['cancelled, not-sent, 0', 'cancelled, unknown, 1'];

/** What comes of it when it is cancelled at each moment; null for a moment that it does not have. */
test.each<readonly [Method, keyof typeof ANSWERS, string, string, string | null, string | null]>([
  ['PUT', 'success', NOT_SENT, SENT, null, 'done, 1'],
  ['PUT', 'refusal', NOT_SENT, SENT, null, 'invalid, refused, 1'],
  ['PUT', 'outage', NOT_SENT, SENT, 'cancelled, unknown, 1', null],
  ['PUT', 'cut', NOT_SENT, SENT, 'cancelled, unknown, 1', null],
  ['PUT', 'limit', NOT_SENT, SENT, 'cancelled, not-sent, 1', null],
  ['PUT', 'none', NOT_SENT, SENT, null, null],
  ['POST', 'outage', NOT_SENT, SENT, null, 'unavailable, unknown, 1'],
  ['POST', 'cut', NOT_SENT, SENT, null, 'unreachable, unknown, 1'],
  ['POST', 'limit', NOT_SENT, SENT, 'cancelled, not-sent, 1', null],
  ['GET', 'outage', NOT_SENT, SENT, 'cancelled, unknown, 1', null],
])(
  'a %s that ends in %s by itself, cancelled before it is sent: %s; when it is: %s; in the wait: %s; after: %s',
  async (method, answer, ...expected) => {
    const found: (string | null)[] = [];
    for (const [at, moment] of MOMENTS.entries())
      found.push(expected[at] === null ? null : await cancelled(method, ANSWERS[answer], moment));
    expect(found).toEqual(expected);
  },
);
