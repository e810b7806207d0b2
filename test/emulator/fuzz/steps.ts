import fc from 'fast-check';
import type { ZoneDocument } from '../../../emulator';
import { DEFAULT_EMAIL, DEFAULT_KEY, DEFAULT_TOKEN } from '../../../emulator';
import { DATASETS } from '../../../emulator/logpush/datasets';
import { OLD_PACKAGES } from '../../../emulator/previous-waf/catalogue';
import { OPERATIONS } from '../../../emulator/requests/parts';
import type { ServiceOperation } from '../../../emulator/service/operation';
import { serviceRequest } from '../client';
import { CORE } from '../rulesets/managed-rules';
import { bodiesFor } from './bodies';
import { changedValue, seededRandom, withOddNumber } from '../../fuzz/mutate';
import { PHASES } from '../../../emulator/rulesets/phases';
import { ENTERPRISE, FUZZED_ZONES, ONE_ZONE_TOKEN, READ_TOKEN, VALIDATING } from './zones';

type Headers = Readonly<Record<string, string>>;

/** A choice among arbitraries, each with how often it is taken. */
function weighted<T>(...choices: readonly (readonly [number, fc.Arbitrary<T>])[]): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** One request; numbers choose among what is there when it is sent. */
export interface RequestStep {
  readonly operation: ServiceOperation;
  readonly zone: string;
  readonly choices: readonly number[];
  /** Takes the place of a part of the path, a fixed or a named one. */
  readonly wrongPart: { readonly at: number; readonly text: string } | undefined;
  readonly method: string | undefined;
  readonly query: number | string;
  readonly body: number;
  /** The seeds of as many changes of the body. */
  readonly changes: readonly number[];
  /** What is sent for the JSON text of the body. */
  readonly form: (text: string) => string | Uint8Array | undefined;
  readonly headers: Headers;
  /** Milliseconds that pass before. */
  readonly pause: number;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const RIGHT = { authorization: `Bearer ${DEFAULT_TOKEN}` };

/** The headers of a request that may do everything. */
export const RIGHT_HEADERS: Headers = { ...RIGHT, ...JSON_TYPE };

const headers = weighted<Headers>(
  [30, fc.constant(RIGHT_HEADERS)],
  [
    2,
    fc.constantFrom<Headers>(
      { ...JSON_TYPE, 'x-auth-email': DEFAULT_EMAIL, 'x-auth-key': DEFAULT_KEY },
      { ...JSON_TYPE, authorization: `Bearer ${READ_TOKEN}` },
      { ...JSON_TYPE, authorization: `bearer   ${ONE_ZONE_TOKEN}` },
      JSON_TYPE,
      RIGHT,
      { ...RIGHT, 'content-type': 'text/plain' },
      { ...RIGHT, 'content-type': 'application/json; charset=utf-16' },
      { ...RIGHT_HEADERS, 'content-length': '-1' },
      {
        ...RIGHT_HEADERS,
        'content-length': '99999999999',
        'content-encoding': 'gzip',
        expect: '100-continue',
      },
      {
        ...RIGHT_HEADERS,
        __proto__: 'x',
        constructor: 'y',
        'x-long': 'x'.repeat(20_000),
        cookie: 'a=b; a=c',
      },
    ),
  ],
  [
    1,
    fc
      .stringMatching(/^[!-~ \xa0-\xff]{0,60}$/)
      .map((text) => ({ ...JSON_TYPE, authorization: text, 'x-auth-email': text, 'x-auth-key': text })),
  ],
);

const form = weighted<RequestStep['form']>(
  [600, fc.constant((text) => text)],
  [20, fc.string().map((sent) => () => sent)],
  [20, fc.uint8Array().map((sent) => () => sent)],
  [
    20,
    fc.double({ min: 0, max: 1, noNaN: true }).map((share) => (text) => text.slice(0, text.length * share)),
  ],
  [
    10,
    fc.constantFrom<RequestStep['form']>(
      (text) => text + text,
      () => undefined,
    ),
  ],
  // Big bodies cost time: there are only a few.
  [1, fc.constant(() => JSON.stringify('x'.repeat(1_100_000)))],
);

/** Leaves `%` as it is, so that broken escapes reach the emulator. */
function escaped(text: string): string {
  return text.replace(/[^%.\w-]/gu, (mark) =>
    /\p{Surrogate}/u.test(mark) ? '%ED' : encodeURIComponent(mark),
  );
}

/** What a part of a path may be instead of an id, as it is written. */
const oddPart = fc.oneof(
  fc.constantFrom('', ...'. .. % %00 %2F %2e%2e %E0%A4%A %ED%A0%80 * :zone_id ;a=1'.split(' ')),
  fc.constantFrom('0', '-1', '1e3', '999999999999999999999', 'NaN', 'null', '__proto__', 'constructor'),
  fc.constantFrom('f'.repeat(32), 'F'.repeat(32), 'f'.repeat(33), 'x'.repeat(5000)),
  fc.string({ maxLength: 8 }).map(escaped),
);

/** A query that no operation asks for. */
const oddQuery = fc.oneof(
  fc.constantFrom(
    ...'? ?dry_run= ?dry_run=1 ?dry_run=true&dry_run=false ?per_page=1e1 ?per_page=-5'.split(' '),
  ),
  fc.constantFrom(
    ...'?page=0 ?page=999999999 ?cursor=YWZ0ZXI6 ?cursor=%00 ?__proto__=1 ?a[]=%E0%A4%A'.split(' '),
  ),
  fc.constantFrom('?waf_migration=3', '?waf_migration=', '?waf_migration=1&waf_migration=2', '?phase_two=0'),
  fc.string({ maxLength: 12 }).map((text) => `?${escaped(text)}`),
);

const choice = fc.nat(9999);

/** One in so many has it. */
const sometimes = <T>(inHowMany: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  weighted<T | undefined>([inHowMany - 1, fc.constant(undefined)], [1, arbitrary]);

export const requestStep: fc.Arbitrary<RequestStep> = fc.record({
  operation: fc.constantFrom(...OPERATIONS),
  // More often the zones on which most operations are carried out.
  zone: fc.constantFrom(...FUZZED_ZONES, ENTERPRISE, ENTERPRISE, VALIDATING),
  choices: fc.tuple(choice, choice, choice, choice),
  wrongPart: sometimes(12, fc.record({ at: choice, text: oddPart })),
  method: sometimes(40, fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'BREW')),
  query: weighted<number | string>([10, choice], [1, oddQuery]),
  body: choice,
  changes: fc.oneof(fc.constant([]), fc.array(choice, { minLength: 1, maxLength: 2 })),
  form,
  headers,
  pause: weighted([20, fc.constant(0)], [1, fc.constantFrom(1, 1000, 86_400_000)]),
});

/** The request of a step, with what there is now. @param now milliseconds since the Unix epoch */
export function sentRequest(step: RequestStep, zone: ZoneDocument, now: number): Request {
  const { operation } = step;
  const parts = existingParts(operation.path, zone, step.choices);
  const method = step.method ?? operation.method;
  const bodies = bodiesFor(operation, zone, parts, now);
  const document = bodies.length === 0 ? { rules: [] } : chosen(bodies, step.body);
  const hasBody = method !== 'GET' && method !== 'HEAD' && (bodies.length > 0 || step.body % 10 === 0);
  const body = hasBody ? step.form(textOf(document, step.changes)) : undefined;
  const segments = operation.path
    .replaceAll(/:(\w+)/g, (_name, name: string) => parts[name] ?? '')
    .split('/');
  const { wrongPart, query } = step;
  if (wrongPart) segments[1 + (wrongPart.at % (segments.length - 1))] = wrongPart.text;
  const asked = typeof query === 'string' ? query : chosen(fittingQueries(operation), query);
  return serviceRequest(`${segments.join('/')}${asked}`, {
    ...{ method, headers: step.headers },
    ...(body !== undefined && { body: body as RequestInit['body'] }),
  });
}

/** The document as JSON text, with the changes one after the other. */
function textOf(document: unknown, changes: readonly number[]): string {
  const randoms = changes.map(seededRandom);
  const text = JSON.stringify(randoms.reduce(changedValue, document));
  return randoms.some(({ once }) => once(8)) ? withOddNumber(text, seededRandom(changes.length)) : text;
}

/** Chooses one item; the same number always chooses the same one of the same items. */
export function chosen<T>(items: readonly T[], number: number): T | undefined {
  return items[number % Math.max(1, items.length)];
}

/** The named parts of a path, each with the value of something that is there, and sometimes of what is not. */
function existingParts(path: string, zone: ZoneDocument, choices: readonly number[]): Record<string, string> {
  const parts: Record<string, string> = {};
  const rulesetOf = () =>
    zone.rulesets.find(({ id }) => id === parts['ruleset_id']) ??
    zone.rulesets.find(({ phase }) => phase === parts['phase']);
  const idsOf = (items: readonly { readonly id?: string | number }[] = []) =>
    items.map(({ id }) => String(id));
  const candidates: Readonly<Record<string, () => readonly string[]>> = {
    zone_id: () => [zone.id],
    ruleset_id: () => [...idsOf(zone.rulesets), ...idsOf(zone.rulesets), CORE, 'f'.repeat(32)],
    rule_id: () => idsOf(rulesetOf()?.rules),
    version: () => [
      ...(rulesetOf()?.history ?? []).map(({ version }) => version),
      rulesetOf()?.version ?? '36',
    ],
    phase: () => [...PHASES, ...PHASES, 'http_unknown'],
    job: () => idsOf(zone.logpush.jobs),
    dataset: () => [...DATASETS, 'unknown'],
    package: () => idsOf(OLD_PACKAGES),
    override_id: () => idsOf(zone.previous_waf.uri_overrides),
  };
  for (const [index, [, name = '']] of [...path.matchAll(/:(\w+)/g)].entries()) {
    const found = candidates[name];
    if (found === undefined) throw new Error(`Nothing says what stands for ${name} in ${path}.`);
    parts[name] = chosen(found(), choices[index] ?? 0) ?? 'none';
  }
  return parts;
}

const MIGRATION_QUERIES = [
  'pending&phase_two=1',
  'validation&phase_two=1',
  '1&phase_two=1',
  '2&phase_two=1',
  'pending',
];

const ZONE_QUERIES = [
  '?name=one.example&account.id=x&status=active',
  '?order=name&direction=desc&per_page=5',
  ...['?page=2&per_page=50', '?status=unknown', '?order=__proto__'],
];

function fittingQueries({ name, method }: ServiceOperation): readonly string[] {
  if (name === 'rulesets.entrypoint.update')
    return ['', '?dry_run=true', ...MIGRATION_QUERIES.map((query) => `?waf_migration=${query}`)];
  if (name.startsWith('migration.')) return ['?phase_two=1', '', '?phase_two=0'];
  if (name === 'zones.list') return ['', ...ZONE_QUERIES];
  if (method === 'GET') return ['', '?per_page=5', '?per_page=50&page=2', '?per_page=0'];
  return ['', '', '', '', '?dry_run=true', '?dry_run=false'];
}
