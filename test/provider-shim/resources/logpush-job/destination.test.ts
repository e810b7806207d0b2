import { PrivateState } from '../../../../provider-shim/sdk/framework';
import {
  begin,
  identityOf,
  isForgotten,
  isOutdated,
  keepSent,
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

  test('has the destination that was sent while others set another one, until it is there again', () => {
    const privateState = noted(true);
    keepSent(privateState, SECRET, OTHER);
    const sent = sentBefore(privateState, OTHER);
    expect([sent?.is(SECRET), sent?.is(OTHER)]).toEqual([true, false]);
    keepSent(privateState, OTHER, SECRET);
    expect(textOf(privateState)).toBe('');
  });

  test('has the destination when it moves out of the attributes, and no more when it moves back', () => {
    const privateState = noted(true);
    keepSent(privateState, SECRET, null);
    expect(sentBefore(privateState, null)?.is(SECRET)).toBe(true);
    keepSent(privateState, null, SECRET);
    expect(textOf(privateState)).toBe('');
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

test('a destination that the service returns in an equivalent form is not a change', () => {
  expect([told(SECRET, OTHER)?.isAnswer(OTHER), told(SECRET, OTHER)?.isAnswer(SECRET)]).toEqual([
    true,
    false,
  ]);
});

test('a stored destination is read again while the service delivers elsewhere, and when it no longer does', () => {
  expect(isOutdated(told(), SECRET, SECRET)).toBe(false);
  expect(isOutdated(told(), SECRET, OTHER)).toBe(true);
  expect(isOutdated(told(), OTHER, SECRET)).toBe(true);
  expect(isOutdated(told(SECRET, OTHER), SECRET, OTHER)).toBe(false);
  expect(isOutdated(told(), null, SECRET)).toBe(false);
  expect(isOutdated(undefined, null, SECRET)).toBe(false);
});

type Case = readonly [
  string,
  Parameters<typeof mustBeSent>[1],
  Parameters<typeof mustBeSent>[2],
  Parameters<typeof mustBeSent>[3],
  boolean | typeof unknown,
];

test.each<Case>([
  ['a stored one that is the same', SECRET, stored(SECRET), stored(SECRET), false],
  ['a stored one that is another', OTHER, stored(SECRET), stored(OTHER), true],
  ['a stored one that is not known', unknown, stored(SECRET), stored(unknown), unknown],
  ['a stored one that others changed, kept as it is', SECRET, stored(OTHER), stored(OTHER), false],
  ['a stored one that others changed', SECRET, stored(OTHER), stored(SECRET), true],
  ['a write-only one with the same version', OTHER, writeOnly(1), writeOnly(1), false],
  ['a write-only one with another version', OTHER, writeOnly(1), writeOnly(2), true],
  ['a write-only one with another version and the same text', SECRET, writeOnly(1), writeOnly(2), false],
  ['a write-only one with another version, not known', unknown, writeOnly(1), writeOnly(2), unknown],
  ['a write-only one that others changed', SECRET, writeOnly(null), writeOnly(1), true],
  ['a write-only one that others changed, its version kept', OTHER, writeOnly(null), writeOnly(null), false],
  ['a write-only one that is not given, with another version', undefined, writeOnly(1), writeOnly(2), false],
  ['a write-only one that is not given, stored before', undefined, stored(SECRET), writeOnly(1), false],
  ['a stored one that is kept null, write-only before', undefined, writeOnly(1), writeOnly(null), false],
  ['a write-only one of an unknown version', OTHER, writeOnly(1), writeOnly(unknown), unknown],
  ['the same write-only one of an unknown version', SECRET, writeOnly(1), writeOnly(unknown), false],
  ['the same text, stored before and write-only now', SECRET, stored(SECRET), writeOnly(1), false],
  ['another text, stored before and write-only now', OTHER, stored(SECRET), writeOnly(1), true],
  ['the same text, write-only before and stored now', SECRET, writeOnly(1), stored(SECRET), false],
  ['another text, write-only before and stored now', OTHER, writeOnly(1), stored(OTHER), true],
])('the destination of a job is sent when necessary: %s', (_case, written, before, after, sent) => {
  expect(mustBeSent(told(), written, before, after)).toBe(sent);
});

test('a write-only destination edited without its version is noticed', () => {
  const edited = { destination_conf: null, destination_conf_wo: OTHER };
  expect(isForgotten(told(), edited, writeOnly(1), 1)).toBe(true);
  expect(isForgotten(told(), edited, writeOnly(1), 2)).toBe(false);
  expect(isForgotten(told(), { ...edited, destination_conf_wo: unknown }, writeOnly(1), 1)).toBe(false);
  expect(isForgotten(told(), { ...edited, destination_conf_wo: SECRET }, writeOnly(1), 1)).toBe(false);
});
