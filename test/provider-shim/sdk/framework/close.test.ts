import {
  createProviderService,
  defineProvider,
  type ServedProvider,
} from '../../../../provider-shim/sdk/framework';
import { describe as described, type ObjectSchema } from '../../../../schema';
import { encoded } from './plain';

const schema = described({
  type: 'test',
  version: 0,
  description: 'Counts its runs.',
  attributes: { place: { type: 'string', optional: true, description: 'Text.' } },
});

const closed: string[] = [];
const context = new AbortController();
beforeEach(() => closed.splice(0));

function served(close?: () => never): ServedProvider {
  let runs = 0;
  return createProviderService(
    defineProvider<ObjectSchema, string>({
      schema,
      resources: [],
      dataSources: [],
      configure: () => `run ${(runs += 1)}`,
      close: close ?? ((run, { isStopped }) => void closed.push(isStopped ? `${run}, stopped` : run)),
    }),
    (level, message) => void closed.push(`${level}: ${message}`),
  );
}

const configure = (service: ServedProvider): Promise<unknown> =>
  service.ConfigureProvider(
    {
      terraformVersion: '1.11.4',
      config: encoded(schema, { place: null }),
    } as unknown as Parameters<ServedProvider['ConfigureProvider']>[0],
    context,
  );

test('a run ends when the next one begins, and when the engine is done', async () => {
  const service = served();
  await configure(service);
  expect(closed).toEqual([]);
  await configure(service);
  expect(closed).toEqual(['run 1']);
  service.close();
  service.close();
  expect(closed).toEqual(['run 1', 'run 2']);
});

test('a stopped run does not affect the next one', async () => {
  const service = served();
  await configure(service);
  await service.StopProvider({}, context);
  await configure(service);
  service.close();
  expect(closed).toEqual(['run 1, stopped', 'run 2']);
});

test('ending a provider that was never configured does nothing, and a failure to end is logged', async () => {
  served().close();
  expect(closed).toEqual([]);
  const broken = served(() => {
    throw new Error('no');
  });
  await configure(broken);
  broken.close();
  expect(closed).toEqual(['error: unexpected failure']);
});
