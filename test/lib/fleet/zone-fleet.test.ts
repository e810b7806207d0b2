import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, HttpBackend, Testing } from 'cdktf';
import {
  FleetStacks,
  type FleetZone,
  LogCustomFields,
  ZoneFleet,
  type ZoneFleetProps,
  ZoneInventory,
} from '../../../lib';
import { synthPart } from '../synth';

interface Headers {
  readonly requestHeaders: string[];
}

const zone = (digit: string, more: Partial<FleetZone> = {}): FleetZone => ({
  id: digit.repeat(32),
  name: `${digit}.example`,
  ...more,
});

const SHOP = { labels: { team: 'shop' } };

/** A fleet with the fields of each zone. */
function fleetOf(
  zones: readonly FleetZone[],
  more: Partial<ZoneFleetProps<Headers>> = {},
  app: App = Testing.app(),
): ZoneFleet<Headers> {
  return new ZoneFleet<Headers>(app, 'logging', {
    zones: ZoneInventory.of(zones),
    stacks: FleetStacks.into(2),
    backend: (stack, key) => new HttpBackend(stack, { address: `https://state.example/${key}` }),
    settings: {
      defaults: { requestHeaders: ['x-request-id'] },
      exceptions: [{ where: { team: 'shop' }, settings: { requestHeaders: ['x-cart'] } }],
    },
    zone: (scope, { id, settings }) => new LogCustomFields(scope, 'fields', { zoneId: id, ...settings }),
    ...more,
  });
}

/** What each stack has, by its key: backend and fields. */
function synthesized(
  fleet: ZoneFleet<Headers>,
): Readonly<Record<string, { backend: unknown; fields: object }>> {
  return Object.fromEntries(
    [...fleet.stacks].map(([key, stack]) => [
      key,
      {
        backend: (synthPart(stack, 'terraform') as { readonly backend: unknown }).backend,
        fields: (synthPart(stack, 'resource') as { readonly zone_log_custom_fields: object })
          .zone_log_custom_fields,
      },
    ]),
  );
}

test('each stack has its own state, and each zone its settings: defaults, labels, its own', () => {
  const fleet = fleetOf(
    [zone('a'), zone('b', SHOP), zone('c', { ...SHOP, settings: { requestHeaders: ['x-own'] } })],
    { stacks: FleetStacks.byLabel('team', 'others') },
  );
  const stacks = synthesized(fleet);
  expect(Object.keys(stacks)).toEqual(['others', 'shop']);
  expect(stacks['others']?.backend).toEqual({ http: { address: 'https://state.example/logging-others' } });
  expect(Object.values(stacks['others']?.fields ?? {})).toEqual([
    { zone_id: 'a'.repeat(32), request_headers: ['x-request-id'] },
  ]);
  expect(Object.values(stacks['shop']?.fields ?? {})).toEqual([
    { zone_id: 'b'.repeat(32), request_headers: ['x-cart'] },
    { zone_id: 'c'.repeat(32), request_headers: ['x-own'] },
  ]);
  expect(fleet.stackOf('c.example')).toBe(fleet.stacks.get('shop'));
  expect(() => fleet.stackOf('d.example')).toThrow('There is no zone d.example in this fleet.');
});

test('zones without an id are looked up by name, once for each stack', () => {
  const named = (name: string, team: string): FleetZone => ({ name, labels: { team } });
  const fleet = fleetOf(
    [named('a.example', 'one'), zone('b', { labels: { team: 'one' } }), named('c.example', 'one')],
    {
      stacks: FleetStacks.byLabel('team'),
    },
  );
  const stack = fleet.stackOf('c.example');
  expect(synthPart(stack, 'data')).toEqual({
    zone_zones: { zone_ids: { names: ['a.example', 'c.example'] } },
  });
  const fields = synthesized(fleet)['one']?.fields as Readonly<Record<string, { readonly zone_id: string }>>;
  expect(Object.values(fields).map(({ zone_id: id }) => id)).toEqual([
    '${data.zone_zones.zone_ids.ids["a.example"]}',
    'b'.repeat(32),
    '${data.zone_zones.zone_ids.ids["c.example"]}',
  ]);
});

test('a zone stays in its recorded stack when it gets an id', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'zonewright-test-')), 'zone-stacks.json');
  const stacks = FleetStacks.ofAtMost(1, { recordIn: file, write: true });
  expect([...stacks.assign([{ name: 'a.example' }, zone('b')])]).toEqual([
    ['a.example', '1'],
    ['b'.repeat(32), '2'],
  ]);
  expect([...stacks.assign([zone('c', { name: 'a.example' }), zone('b')])]).toEqual([
    ['c'.repeat(32), '1'],
    ['b'.repeat(32), '2'],
  ]);
});

test('adding, removing and reordering zones changes no address and no stack of another zone', () => {
  const addresses = (digits: string): Readonly<Record<string, unknown>> => {
    const stacks = synthesized(fleetOf([...digits].map((digit) => zone(digit))));
    return Object.fromEntries(
      Object.entries(stacks).flatMap(([key, { fields }]) =>
        Object.entries(fields).map(([name, { zone_id }]: [string, { zone_id: string }]) => [
          zone_id,
          `${key}/${name}`,
        ]),
      ),
    );
  };
  const before = addresses('0123456789');
  expect(new Set(Object.values(before)).size).toBe(10);
  const after = addresses('fedc97531');
  for (const digit of '97531') expect(after[digit.repeat(32)]).toBe(before[digit.repeat(32)]);
});

test('stacks that would keep their state in the same place are refused', () => {
  const app = Testing.app();
  const backend: ZoneFleetProps<Headers>['backend'] = (stack) =>
    new HttpBackend(stack, { address: 'https://state.example/all' });
  fleetOf([zone('a'), zone('b')], { backend, stacks: FleetStacks.perZone() }, app);
  expect(() => app.synth()).toThrow(
    /The stacks logging-a\.example and logging-b\.example keep their state in the same place\./,
  );
});

test('a fleet without zones is refused', () =>
  expect(() => fleetOf([])).toThrow('[logging] The fleet has no zones: no stack would be synthesized.'));
