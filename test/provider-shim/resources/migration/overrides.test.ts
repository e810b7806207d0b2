import { listOverrides } from '../../../../provider-shim/resources/migration/previous-waf';
import { emulatedZone, ZONE } from '../../api/emulated-zone';

const OF_PLAN = { message: 'not entitled to URI overrides' };
const DENIED = { code: 10000, message: 'Authentication error' };

/** A zone migrates only if it has certainly no overrides. */
test.each<readonly [string, string, number, object, 'enterprise' | 'business', 'none' | number]>([
  ['has retired their API', 'its zone', 410, {}, 'enterprise', 'none'],
  ['has no such operation any longer', 'its zone', 404, { code: 7003 }, 'enterprise', 'none'],
  ['does not include them in the plan, by its words', 'its zone', 403, OF_PLAN, 'enterprise', 'none'],
  ['does not let these credentials list them', 'an Enterprise zone', 403, DENIED, 'enterprise', 403],
  ['does not let these credentials list them', 'a zone whose plan has none', 403, DENIED, 'business', 'none'],
  ['fails', 'its zone', 500, {}, 'business', 500],
])('a service that %s: the overrides of %s are certainly none, or not known', async (...row) => {
  const [, , status, error, plan, expected] = row;
  const { emulator, client } = await emulatedZone({ plan }, {}, { maxRetries: 0 });
  const body = { success: false, errors: [{ message: 'refused', ...error }], messages: [], result: null };
  emulator.control.faults.put([
    { match: { operation: 'waf.overrides.list' }, effect: { kind: 'answer', status, body } },
  ]);
  const { signal } = new AbortController();
  const found = listOverrides(client, ZONE, signal).then(
    (all) => (all.length === 0 ? 'none' : all),
    (thrown: { readonly status?: number }) => thrown.status,
  );
  expect(await found).toBe(expected);
});
