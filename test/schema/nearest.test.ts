import { nearest } from '../../schema';

test.each<[string, string | undefined, string[]?]>([
  ['ClientIp', 'ClientIP'],
  ['RayId', 'RayID'],
  ['Cookie', 'Cookies'],
  ['cookies', 'Cookies'],
  ['x', undefined],
  ['', undefined],
  ['SomethingElse', undefined],
  ['x', undefined, ['a']],
  ['4', undefined, ['1', '2']],
])('nearest to %j is %j', (written, found, names = ['RayID', 'ClientIP', 'Cookies']) => {
  expect(nearest(written, names)).toBe(found);
});
