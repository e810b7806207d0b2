import { zonesSchema } from '../../../schema';
import { service, useService } from '../../e2e/one-service';
import { TOKEN } from '../api/emulated-zone';
import { readData, type ReadData } from './read-data';

const id = (number: number): string => number.toString(16).padStart(32, '0');

const zones = Array.from({ length: 120 }, (_, index) => ({
  id: id(index),
  name: index < 2 ? 'twice.example' : `n${index}.example`,
}));
useService({ seed: { zones, credentials: { tokens: [{ token: TOKEN }] } } });

async function read(names: readonly string[]): Promise<ReadData & { readonly requests: number }> {
  const before = service.emulator.control.journal().length;
  const data = await readData(zonesSchema, { names }, { baseUrl: service.emulator.baseUrl, token: TOKEN });
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
