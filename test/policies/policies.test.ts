import { join } from 'node:path';
import { inputOf } from './case';
import { CASES } from './cases';
import { judge, RECORDED } from './compiled-policies';
import { digestsOf } from './rego-sources';
import { named } from './verdict';

/** The policies as OPA compiled them to WebAssembly. `npm run test:conftest` runs the same cases with conftest. */

test('the compiled policies are those of the sources: npm run record-policies', () => {
  expect(RECORDED.sources).toEqual(digestsOf(join(__dirname, '..', '..', 'policy')));
});

test.each(CASES.map((one) => [one.name, one] as const))(
  '%s',
  (_name, { settings, deny = [], warn = [], ...one }) => {
    expect(named(judge(inputOf(one), settings))).toEqual({ deny, warn });
  },
);

test('each case has a name of its own', () => {
  expect(new Set(CASES.map(({ name }) => name)).size).toBe(CASES.length);
});
