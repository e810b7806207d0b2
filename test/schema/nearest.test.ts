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
