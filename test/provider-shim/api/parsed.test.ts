import { parseMembers, type MemberKind } from '../../../provider-shim/api/answers/parsed';

const MEMBERS: Readonly<Record<string, MemberKind>> = {
  id: 'id',
  name: 'text',
  paused: 'boolean',
  urls: 'texts',
};

test.each<readonly [string, object]>([
  ['all members', { id: 'a', name: 'b', paused: true, urls: ['c'] }],
  ['only the required one', { id: 'a' }],
  ['null where they are optional', { id: 'a', name: null, paused: null, urls: null }],
  ['an empty string where allowed', { id: 'a', name: '' }],
  ['with unknown members', { id: 'a', more: { x: [1] } }],
])('the members of a result are accepted: %s', (_case, value) => {
  expect(parseMembers('a thing', value, MEMBERS)).toEqual({ value });
});

test.each<readonly [unknown, string]>([
  [undefined, 'a thing is nothing, not an object'],
  [null, 'a thing is null, not an object'],
  ['text', 'a thing is the string "text", not an object'],
  [[], 'a thing is an array of 0, not an object'],
  [{}, 'id of a thing is nothing, not a text'],
  [{ id: null }, 'id of a thing is null, not a text'],
  [{ id: '' }, 'id of a thing is the string "", not a text'],
  [{ id: 7 }, 'id of a thing is the number 7, not a text'],
  [{ id: 'a', name: 0 }, 'name of a thing is the number 0, not a text'],
  [{ id: 'a', name: false }, 'name of a thing is the boolean false, not a text'],
  [{ id: 'a', paused: 0 }, 'paused of a thing is the number 0, not a boolean'],
  [{ id: 'a', paused: 'true' }, 'paused of a thing is the string "true", not a boolean'],
  [{ id: 'a', urls: 'b' }, 'urls of a thing is the string "b", not an array of texts'],
  [{ id: 'a', urls: ['b', 7] }, 'urls of a thing is an array of 2, not an array of texts'],
])('a member of the wrong kind is a fault that says what was seen: %j', (value, fault) => {
  expect(parseMembers('a thing', value, MEMBERS)).toEqual({ fault });
});
