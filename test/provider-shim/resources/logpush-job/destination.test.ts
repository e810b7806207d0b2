import { PrivateState } from '../../../../provider-shim/sdk/framework';
import {
  acceptDestination,
  deliversElsewhere,
  isForgotten,
  isOutdated,
  mustBeSent,
  rememberDestination,
  wasSent,
} from '../../../../provider-shim/resources/logpush-job/destination';
import { unknown } from '../../../../schema';

const SECRET = 'https://logs.example.com/?header_Authorization=secret';
const OTHER = 'https://logs.example.com/?header_Authorization=other';

const told = (sent = SECRET, answered = sent): PrivateState => {
  const privateState = PrivateState.from(undefined);
  rememberDestination(privateState, sent, answered);
  return privateState;
};
const stored = <D>(destination_conf: D) => ({ destination_conf, destination_conf_wo_version: null });
const writeOnly = <V>(destination_conf_wo_version: V) => ({
  destination_conf: null,
  destination_conf_wo_version,
});

test('the remembered destination of a job reveals neither its text nor equality with another', () => {
  const text = Buffer.from(told().bytes()).toString();
  expect(text).not.toContain('secret');
  expect(text).not.toBe(Buffer.from(told().bytes()).toString());
  expect([wasSent(told(), SECRET), wasSent(told(), OTHER)]).toEqual([true, false]);
});

test('a destination that the service returns as it was sent is stored once', () => {
  const members = (privateState: PrivateState): readonly string[] =>
    Object.keys(
      (JSON.parse(Buffer.from(privateState.bytes()).toString()) as { destination: object }).destination,
    );
  expect(members(told())).toEqual(['salt', 'sent']);
  expect(members(told(SECRET, OTHER))).toEqual(['salt', 'sent', 'answered']);
  const reread = PrivateState.from(told().bytes());
  expect([deliversElsewhere(reread, SECRET), deliversElsewhere(reread, OTHER)]).toEqual([false, true]);
});

test('a destination that was stored twice is still recognized', () => {
  const { salt, sent } = told().members('destination', ['salt', 'sent']) ?? {};
  const twice = Buffer.from(JSON.stringify({ destination: { salt, sent, answered: sent } }));
  const privateState = PrivateState.from(twice);
  expect([wasSent(privateState, SECRET), deliversElsewhere(privateState, SECRET)]).toEqual([true, false]);
  expect(deliversElsewhere(privateState, OTHER)).toBe(true);
});

test('a destination that the service returns in an equivalent form is not a change', () => {
  expect(deliversElsewhere(told(SECRET, OTHER), OTHER)).toBe(false);
  expect(deliversElsewhere(told(SECRET, OTHER), SECRET)).toBe(true);
  expect(deliversElsewhere(PrivateState.from(undefined), SECRET)).toBe(false);
});

test('a stored destination is read again while the service delivers elsewhere, and when it no longer does', () => {
  expect(isOutdated(told(), SECRET, SECRET)).toBe(false);
  expect(isOutdated(told(), SECRET, OTHER)).toBe(true);
  expect(isOutdated(told(), OTHER, SECRET)).toBe(true);
  expect(isOutdated(told(SECRET, OTHER), SECRET, OTHER)).toBe(false);
  expect(isOutdated(told(), null, SECRET)).toBe(false);
  expect(isOutdated(PrivateState.from(undefined), OTHER, SECRET)).toBe(false);
});

test('a destination accepted instead of the sent one is not drift, and the sent one has to be sent again', () => {
  const privateState = told();
  acceptDestination(privateState, SECRET);
  expect([deliversElsewhere(privateState, SECRET), wasSent(privateState, SECRET)]).toEqual([false, true]);
  acceptDestination(privateState, OTHER);
  expect([deliversElsewhere(privateState, OTHER), wasSent(privateState, SECRET)]).toEqual([false, false]);
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
