import * as constructs from '../../lib';
import { createZoneProvider } from '../../provider-shim/zone-provider';
import { RESOURCES } from '../../cli/resources';

const { resources } = createZoneProvider({
  environment: {},
  folder: process.cwd(),
  version: '0.0.0',
});

test('the commands know every resource of the provider, and nothing else', () => {
  expect(RESOURCES.map(({ schema }) => schema.type).sort()).toEqual(
    resources.map(({ schema }) => schema.type).sort(),
  );
});

test.each(RESOURCES)('the construct of $schema.type is $construct', ({ schema, construct }) => {
  const { [construct]: found } = constructs as Readonly<Record<string, unknown>>;
  expect((found as { readonly tfResourceType?: string }).tfResourceType).toBe(schema.type);
});
