import { zonesSchema } from '../../../schema';
import { service, useService } from '../../e2e/one-service';
import { TOKEN } from '../api/emulated-zone';
import { readData, type ReadData } from './read-data';

const id = (number: number): string => number.toString(16).padStart(32, '0');

const OTHER_TOKEN = 'other-token-0123456789abcdefghijklmnopqrstuvw';
const NAMES: Readonly<Record<number, string>> = {
  ...{ 0: 'twice.example', 1: 'twice.example', 118: 'münchen.example', 119: 'xn--zrich-kva.example' },
};
const zones = Array.from({ length: 120 }, (_, index) => ({
  id: id(index),
  name: NAMES[index] ?? `n${index}.example`,
}));
useService({
  seed: { zones, credentials: { tokens: [{ token: TOKEN }, { token: OTHER_TOKEN, zones: [id(8)] }] } },
});

async function read(
  names: readonly string[],
  token = TOKEN,
): Promise<ReadData & { readonly requests: number }> {
  const before = service.emulator.control.journal().length;
  const data = await readData(zonesSchema, { names }, { baseUrl: service.emulator.baseUrl, token });
  return { ...data, requests: service.emulator.control.journal().length - before };
}

test.each([1, 2, 3, 60])('%d names cost at most the list of the zones', async (count) => {
  const names = Array.from({ length: count }, (_, index) => `n${index + 2}.example`);
  const { state, diagnostics, requests } = await read(names);
  expect(diagnostics).toEqual([]);
  expect(state).toEqual({
    names: [...names].sort(),
    ids: Object.fromEntries(names.map((name, index) => [name, id(index + 2)])),
  });
  expect(requests).toBe(Math.min(count, 3));
});

test.each<readonly [name: string, zone: number, requests: number]>([
  ['N7.Example', 7, 1],
  [' n7.example.\n', 7, 1],
  ['MÜNCHEN.example', 118, 1],
  ['xn--mnchen-3ya.example', 118, 1],
  ['zürich.example.', 119, 2],
  ['XN--ZRICH-KVA.example', 119, 2],
  [` ${id(7).toUpperCase()} `, 7, 1],
])('%j is a zone, whatever its spelling', async (name, zone, requests) => {
  expect(await read([name])).toEqual({
    state: { names: [name], ids: { [name]: id(zone) } },
    ...{ diagnostics: [], requests },
  });
  const many = ['n2.example', 'n3.example', 'n4.example', name];
  expect((await read(many)).state).toMatchObject({ ids: { 'n3.example': id(3), [name]: id(zone) } });
});

test.each([
  ['an id of no zone', id(999), TOKEN, 'Could not route'],
  ['an id that the token may not see', id(7), OTHER_TOKEN, 'status 403'],
  ['an empty name', ' ', TOKEN, 'no zone with the name " "'],
  ['a filter of the service', 'starts_with:n7.exampl', TOKEN, 'no zone with the name'],
])('%s answers with an error, and never with itself or another zone', async (_what, name, token, summary) => {
  // As a service that reads the name as a filter, or passes over an empty one.
  const body = { success: true, result: [{ id: id(7), name: 'n7.example' }] };
  const effect = { kind: 'answer', status: 200, body } as const;
  service.emulator.control.faults.put([{ match: { operation: 'zones.list' }, effect }]);
  const { state, diagnostics } = await read([name], token);
  service.emulator.control.faults.clear();
  expect(state).toBeNull();
  expect(diagnostics).toMatchObject([{ at: ['names'], summary: expect.stringContaining(summary) }]);
});

test('no zone and several zones of a name are errors on names', async () => {
  const { state, diagnostics } = await read(['n7.example', 'n7.exampel', 'twice.example']);
  expect(state).toBeNull();
  expect(diagnostics).toMatchObject([
    { at: ['names'], summary: 'The credentials see no zone with the name "n7.exampel".' },
    {
      at: ['names'],
      summary: '2 zones have the name "twice.example".',
      detail: `Give the id of one: ${id(0)}, ${id(1)}.`,
    },
  ]);
});
