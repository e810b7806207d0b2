import fc from 'fast-check';
import { DEFAULT_EMAIL, DEFAULT_KEY, DEFAULT_TOKEN } from '../../../emulator';
import { OPERATIONS } from '../../../emulator/requests/parts';
import { ENTERPRISE, FUZZED_ZONES, VALIDATING, ONE_ZONE_TOKEN, READ_TOKEN } from './fuzzed-zones';
import type { Mutation } from './mutation';
import { mutation } from './mutation';
import { oddPart, oddQuery } from './paths';

/** What is sent instead of the JSON document of a body. */
export type SentForm =
  | { readonly kind: 'json' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'cut off'; readonly share: number }
  | { readonly kind: 'twice' }
  | { readonly kind: 'too large' }
  | { readonly kind: 'none' };

/** One request; numbers choose among what is there when it is sent. */
export interface RequestStep {
  readonly operation: number;
  readonly zone: string;
  readonly choices: readonly number[];
  /** Takes the place of a part of the path, a fixed or a named one. */
  readonly wrongPart: { readonly at: number; readonly text: string } | undefined;
  readonly method: string | undefined;
  readonly query: { readonly fitting: number } | { readonly odd: string };
  readonly body: {
    readonly choice: number;
    readonly mutations: readonly Mutation[];
    readonly form: SentForm;
  };
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds that pass before. */
  readonly pause: number;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const RIGHT = { authorization: `Bearer ${DEFAULT_TOKEN}` };

/** The headers of a request that may do everything. */
export const RIGHT_HEADERS: Readonly<Record<string, string>> = { ...RIGHT, ...JSON_TYPE };

const headers = fc.oneof(
  { weight: 30, arbitrary: fc.constant(RIGHT_HEADERS) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Readonly<Record<string, string>>>(
      { ...JSON_TYPE, 'x-auth-email': DEFAULT_EMAIL, 'x-auth-key': DEFAULT_KEY },
      { ...JSON_TYPE, authorization: `Bearer ${READ_TOKEN}` },
      { ...JSON_TYPE, authorization: `bearer   ${ONE_ZONE_TOKEN}` },
      JSON_TYPE,
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Readonly<Record<string, string>>>(
      { ...RIGHT, 'content-type': 'text/plain' },
      { ...RIGHT, 'content-type': 'application/json; charset=utf-16' },
      { ...RIGHT, 'content-type': 'multipart/form-data; boundary=x' },
      RIGHT,
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
  },
  {
    weight: 1,
    arbitrary: fc
      .stringMatching(/^[!-~ \xa0-\xff]{0,60}$/)
      .map((text) => ({ ...JSON_TYPE, authorization: text, 'x-auth-email': text, 'x-auth-key': text })),
  },
);

const form: fc.Arbitrary<SentForm> = fc.oneof(
  { weight: 60, arbitrary: fc.constant({ kind: 'json' as const }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('text' as const), text: fc.string() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('bytes' as const), bytes: fc.uint8Array() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('cut off' as const),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom({ kind: 'twice' as const }, { kind: 'none' as const }) },
);

// Big bodies cost time: there are only a few.
const anyForm = fc.oneof(
  { weight: 1000, arbitrary: form },
  { weight: 1, arbitrary: fc.constant({ kind: 'too large' as const }) },
);

const choice = fc.nat(9999);

/** One in so many has it. */
function sometimes<T>(inHowMany: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: inHowMany - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
}

const mutations = fc.oneof(
  { weight: 1, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 2 }) },
);

export const requestStep: fc.Arbitrary<RequestStep> = fc.record({
  operation: fc.nat(OPERATIONS.length - 1),
  // More often the zones on which most operations are carried out.
  zone: fc.constantFrom(...FUZZED_ZONES, ENTERPRISE, ENTERPRISE, VALIDATING),
  choices: fc.tuple(choice, choice, choice, choice),
  wrongPart: sometimes(12, fc.record({ at: choice, text: oddPart })),
  method: sometimes(40, fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'BREW')),
  query: fc.oneof(
    { weight: 10, arbitrary: fc.record({ fitting: choice }) },
    { weight: 1, arbitrary: fc.record({ odd: oddQuery }) },
  ),
  body: fc.record({ choice, mutations, form: anyForm }),
  headers,
  pause: fc.oneof({ weight: 20, arbitrary: fc.constant(0) }, fc.constantFrom(1, 1000, 86_400_000)),
});
