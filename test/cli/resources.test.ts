import * as constructs from '../../lib';
import { createZoneProvider } from '../../provider-shim/zone-provider';
import { readableFilter, resourceOf, RESOURCES } from '../../cli/resources';
import type { Json, JsonObject } from '../../cli/text/json';
import { valueText } from '../../cli/text/typescript-code';
import { recordedLines } from '../support/printed';

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

recordedLines('objects.txt', 'an object is told in one line, and is what a construct takes', (text) => {
  const [, type = '', json = ''] = /^(\w+) (.*)$/.exec(text) ?? [];
  const [{ noun = '', summary, props } = raise(type), values] = [resourceOf(type), JSON.parse(json) as Json];
  const code = valueText(props(values as JsonObject), '').replace(/\n */g, ' ');
  return [`${noun}: ${summary(values)}`, code];
});

test('a filter is written as JSON for people only as long as the engine writes it short enough', () => {
  const filters = ['x'.repeat(992), `&<>${'x'.repeat(974)}`, `\u2028${'x'.repeat(986)}`, 'é'.repeat(496)];
  const fits = (value: string) => readableFilter(JSON.stringify({ a: value })) !== undefined;
  for (const filter of filters) expect([fits(filter), fits(`${filter}x`)]).toEqual([true, false]);
});

function raise(type: string): never {
  throw new Error(`no resource ${type}`);
}
