import { PrivateState } from '../../../../provider-shim/sdk/framework';
import {
  begin,
  identityOf,
  isForgotten,
  mustBeSent,
  noteSent,
  sentBefore,
  type Sent,
} from '../../../../provider-shim/resources/logpush-job/destination';
import type { State } from '../../../../provider-shim/resources/logpush-job/settings';
import { unknown } from '../../../../schema';

const SECRET = 'https://logs.example.com/?header_Authorization=secret';
const OTHER = 'https://logs.example.com/?header_Authorization=other';

const noted = (isStored: boolean, sent = SECRET, answered = sent): PrivateState => {
  const privateState = PrivateState.from(undefined);
  noteSent(privateState, isStored ? sent : null, sent, answered);
  return privateState;
};
const told = (sent = SECRET, answered = sent): Sent | undefined =>
  sentBefore(noted(false, sent, answered), null);
const textOf = (privateState: PrivateState): string => Buffer.from(privateState.bytes()).toString();
const stored = <D>(destination_conf: D) => ({ destination_conf, destination_conf_wo_version: null });
const writeOnly = <V>(destination_conf_wo_version: V) => ({
  destination_conf: null,
  destination_conf_wo_version,
});

const job = (more: object = {}): State =>
  ({ ...{ zone_id: 'z', job_id: 7, taken_over: false, destination_conf: SECRET }, ...more }) as State;

/** What it knows: known-destination.test.ts. */
describe('the private state of a job', () => {
  test('is empty where its destination is stored, and as it was sent', () => {
    expect(textOf(noted(true))).toBe('');
    const sent = sentBefore(noted(true), SECRET);
    expect([sent?.is(SECRET), sent?.isAnswer(SECRET), sent?.is(OTHER), sent?.isAnswer(OTHER)]).toEqual([
      ...[true, true, false, false],
    ]);
    expect(sentBefore(PrivateState.from(undefined), null)).toBeUndefined();
  });

  test('reveals neither a destination that is not stored nor equality with another, in 33 bytes', () => {
    const text = textOf(noted(false));
    expect(text).toMatch(/^\{"d":"[\w-]{8}\.[\w-]{16}"\}$/);
    expect(text).not.toBe(textOf(noted(false)));
    expect([told()?.is(SECRET), told()?.is(OTHER)]).toEqual([true, false]);
    expect(textOf(noted(true, SECRET, OTHER))).toMatch(/^\{"d":"[\w-]{8}(\.[\w-]{16}){2}"\}$/);
  });

  test('tells the objects of one job apart: the one that created it, and each that took it over', () => {
    const imported = (): string => {
      const privateState = PrivateState.from(undefined);
      begin(privateState, true);
      return identityOf(job({ taken_over: true }), PrivateState.from(privateState.bytes()));
    };
    const creator = identityOf(job(), PrivateState.from(undefined));
    const unmarked = identityOf(job({ taken_over: true }), PrivateState.from(undefined));
    expect(new Set([creator, imported(), imported(), unmarked]).size).toBe(4);
    expect(identityOf(job(), PrivateState.from(undefined))).toBe(creator);
  });
});

type Case = readonly [
  string,
  Parameters<typeof mustBeSent>[1],
  Parameters<typeof mustBeSent>[2],
  Parameters<typeof mustBeSent>[3],
  boolean | typeof unknown,
];

test.each<Case>([
  ['a stored one that is not known', unknown, stored(SECRET), stored(unknown), unknown],
  ['a stored one that others changed, kept as it is', SECRET, stored(OTHER), stored(OTHER), false],
  ['a write-only one with another version, not known', unknown, writeOnly(1), writeOnly(2), unknown],
  ['a write-only one that others changed, its version kept', OTHER, writeOnly(null), writeOnly(null), false],
  ['a write-only one that is not given, with another version', undefined, writeOnly(1), writeOnly(2), false],
  ['a write-only one that is not given, stored before', undefined, stored(SECRET), writeOnly(1), false],
  ['a stored one that is kept null, write-only before', undefined, writeOnly(1), writeOnly(null), false],
  ['a write-only one of an unknown version', OTHER, writeOnly(1), writeOnly(unknown), unknown],
  ['the same write-only one of an unknown version', SECRET, writeOnly(1), writeOnly(unknown), false],
  ['another text, stored before and write-only now', OTHER, stored(SECRET), writeOnly(1), true],
  ['another text, write-only before and stored now', OTHER, writeOnly(1), stored(OTHER), true],
])('the destination of a job is sent when necessary: %s', (_case, written, before, after, sent) => {
  expect(mustBeSent(told(), written, before, after)).toBe(sent);
});

test('a write-only destination that is not known yet is not taken for another one', () => {
  const config = { destination_conf: null, destination_conf_wo: unknown } as const;
  expect(isForgotten(told(), config, writeOnly(1), 1)).toBe(false);
});
