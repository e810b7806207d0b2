import type { Configured } from '../../../provider-shim/resources/configured';
import { ServiceMessages } from '../../../provider-shim/resources/service-messages';
import { zoneResource } from '../../../provider-shim/resources/zone-resource';
import { Diagnostics, type AnyResource } from '../../../provider-shim/sdk/framework';

const NOON = Date.UTC(2026, 0, 1, 12);
const LIMIT = { remaining: 0, resetMs: 240_000, quota: 1200, windowMs: 300_000 };

function told(messages: ServiceMessages): readonly string[] {
  const diagnostics = new Diagnostics();
  messages.tell(diagnostics);
  return diagnostics.all.map(({ summary }) => summary);
}

test('all waits are one warning, once nothing waits any more', () => {
  let now = NOON;
  const messages = new ServiceMessages(() => now);
  messages.noteWait({ until: NOON + 20_000 }, 20_000);
  messages.noteWait({ limit: LIMIT, until: NOON + 263_000 }, 243_000);
  expect(told(messages)).toEqual([]);
  now += 263_000;
  expect(told(messages)).toEqual([
    'Requests waited 263 s: the limit of 1200 requests in 300 s for these credentials, over all programs that use ' +
      'them, was used up until 2026-01-01T12:04:23Z.',
  ]);
  expect(told(messages)).toEqual([]);
});

test('a read that comes after a write changes nothing, and a write after a read allows long waits', () => {
  const messages = new ServiceMessages(() => NOON);
  messages.noteRead();
  expect(messages.longestWaitMs()).toBe(60_000);
  messages.allowLongWaits();
  messages.noteRead();
  expect(messages.longestWaitMs()).toBe(900_000);
});

test.each([
  ['read', 60_000],
  ['modifyPlan', 900_000],
  ['create', 900_000],
  ['update', 900_000],
  ['delete', 900_000],
] as const)(
  'in a run whose first call is %s, the service may ask for a wait of %d ms',
  async (call, longest) => {
    const client = { messages: new ServiceMessages(() => NOON) };
    let seen = 0;
    const look = (): Promise<void> => {
      seen = client.messages.longestWaitMs();
      return Promise.resolve();
    };
    const resource = zoneResource({
      schema: {},
      create: look,
      read: look,
      update: look,
      delete: look,
      modifyPlan: look,
    } as unknown as AnyResource<Configured>);
    const object = { state: { zone_name: '' }, plan: { zone_name: '' } };
    await resource[call]?.({ ...object, client, diagnostics: new Diagnostics() } as never);
    expect(seen).toBe(longest);
  },
);
