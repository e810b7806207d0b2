import { nearest } from '../../schema';

test.each([
  ['ClientIp', 'ClientIP'],
  ['RayId', 'RayID'],
  ['Cookie', 'Cookies'],
  ['cookies', 'Cookies'],
  ['x', undefined],
  ['', undefined],
  ['SomethingElse', undefined],
])('nearest to %j is %j', (written, found) => {
  expect(nearest(written, ['RayID', 'ClientIP', 'Cookies'])).toBe(found);
});

test('a name of which nothing is there is not near', () => {
  expect(nearest('x', ['a'])).toBeUndefined();
  expect(nearest('4', ['1', '2'])).toBeUndefined();
});
