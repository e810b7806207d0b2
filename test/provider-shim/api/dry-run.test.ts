import type { RulesetWrite, ServiceError } from '../../../provider-shim/api';
import { cut, json, ok, page, refuse, sent, serve, text, type Reply } from './scripted-service';

/** Which services are asked for dry runs, by what they answer to a request that nothing carries out (docs/guides/review.md). */

const WRITE: RulesetWrite = {
  request: {
    method: 'PATCH',
    path: ['zones', 'z', 'rulesets', 'r', 'rules', 'one'],
    body: { enabled: true },
  },
} as never;

interface Asked {
  readonly method: string;
  /** With the query. */
  readonly url: string;
  readonly parameter: string;
}

const GONE = { code: 20404, message: 'not found' };
const BAD = { code: 1, message: 'bad request' };
/** An error whose code is of this answer alone. */
let codes = 100;
const once = (message: string, more: object = {}): object => ({ code: (codes += 1), message, ...more });
const INVALID = { code: 10021, message: "'known' is not a valid value for dry_run" };
const invalid = (pointer: string): Reply => refuse(400, [{ ...INVALID, message: 'no', source: { pointer } }]);
/** Refuses the value of dry_run, and something else of what does not have it. */
const refusing =
  (wrong: Reply, otherwise: Reply = refuse(404, [GONE])) =>
  ({ parameter }: Asked): Reply =>
    parameter === 'dry_run' ? wrong : otherwise;

/** How a service that ignores the parameter may repeat it, and where. */
const FORMS: Readonly<Record<string, (asked: Asked) => string>> = {
  'the request line': ({ method, url }) => `${method} ${url} HTTP/1.1`,
  'the name of the parameter': ({ parameter }) => parameter,
  'the address up to where dry_run ends': ({ url }) => url.slice(0, url.indexOf('?') + 1 + 'dry_run'.length),
  'the whole address': ({ url }) => `https://api.example${url}`,
};
const PLACES: Readonly<Record<string, (said: string) => Reply>> = {
  'in its message': (said) => refuse(400, [once(`bad request: ${said}`)]),
  'in one more error': (said) => refuse(400, [once('bad request'), once(said)]),
  'in a chained error': (said) => refuse(400, [once('bad request', { error_chain: [once(said)] })]),
  'in a header, and names dry_run as documented': (said) =>
    refuse(400, [once('bad request'), once('dry_run is documented')], { 'x-request': said }),
};
const REPEATING = Object.entries(PLACES).flatMap(([place, answer]) =>
  Object.entries(FORMS).map(
    ([form, say]) =>
      [`ignores it, and repeats ${form} ${place}`, (asked: Asked) => answer(say(asked)), false] as const,
  ),
);

/** Whether it knows them; else what is wrong with the question. */
test.each<readonly [string, (asked: Asked) => Reply, boolean | string]>([
  ['knows it', refusing(refuse(400, [INVALID])), true],
  ['ignores it', () => refuse(404, [GONE]), false],
  ...REPEATING,
  ['ignores it, and names dry_run as documented', () => refuse(400, [once('dry_run is documented')]), false],
  [
    'refuses each unknown parameter',
    ({ parameter }) => refuse(400, [{ code: 9, message: `unknown parameter ${parameter}` }]),
    false,
  ],
  ['complains of dry_run beside the body', refusing(refuse(400, [BAD, INVALID]), refuse(400, [BAD])), false],
  [
    'complains of dry_run in a message beside no errors',
    refusing(json(400, { success: false, errors: [], messages: [INVALID], result: null })),
    false,
  ],
  ['complains of dry_run, and accepts anything else', refusing(refuse(400, [INVALID]), ok({})), false],
  [
    'complains of dry_run, and says nothing of the rest',
    refusing(refuse(400, [INVALID]), refuse(400, [])),
    false,
  ],
  ['refuses everything alike', () => refuse(400, [{ code: 1, message: 'no dry_run' }]), false],
  ['redirects', ({ url }) => text(307, '', { location: `https://elsewhere.example${url}` }), false],
  ['answers with a page', () => page(400, 'dry_run'), false],
  ['accepts everything', () => ok({}), false],
  ['answers 204', () => text(204, ''), false],
  ['complains of other parts by the same code', refusing(invalid('/dry_run'), invalid('/kind')), true],
  ['complains of all by the same code', refusing(invalid('/dry_run'), invalid('/dry_run')), false],
  ['does not know the credentials', () => refuse(401, [BAD]), 'authentication'],
  ['lets them do nothing', () => refuse(403, [BAD]), 'authorization'],
  ['has had too many requests', () => refuse(429, [BAD], { 'retry-after': '3600' }), 'rate-limited'],
  ['does not answer', () => cut, 'unreachable'],
])('a service that %s', async (_what, answer, knows) => {
  const client = await serve((response, { method, url }) => {
    const [, parameter = ''] = /\?(\w+)=/.exec(url) ?? [];
    answer({ method, url, parameter })(response, { method, url, headers: {}, body: '' });
  });
  expect(await client.knowsDryRun(WRITE).catch(({ kind }: ServiceError) => kind)).toBe(knows);
});

test('the question is asked of a deletion without a body, and not by what stands in front of the service', async () => {
  const client = await serve(refuse(403, []));
  const { request } = WRITE as { request: object };
  const deletion = { request: { ...request, method: 'DELETE', body: undefined } } as never;
  expect([await client.knowsDryRun(deletion), sent()[0]?.[2]]).toEqual([false, null]);
});

test('nobody can know beforehand which parameter does not exist, nor which object', async () => {
  const asked: (readonly [string, string])[] = [];
  for (const _time of [1, 2]) {
    const client = await serve(refuse(400, [INVALID]), refuse(404, [GONE]));
    await client.knowsDryRun(WRITE);
    const [first, second] = sent().map(([, url]) => /rulesets\/(\w{32})\/rules\/\1\?(\w+)=known$/.exec(url));
    expect([first?.[1], first?.[2], second?.[2]]).toEqual([
      second?.[1],
      'dry_run',
      expect.stringMatching(/^[a-z]{7}$/),
    ]);
    asked.push([second?.[1] ?? '', second?.[2] ?? '']);
  }
  const [one = ['', ''], other = ['', '']] = asked;
  expect([one[0] === other[0], one[1] === other[1]]).toEqual([false, false]);
});
