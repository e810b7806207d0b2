import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readInventory } from '../../cli/zones/inventory';
import { temporaryFolder } from '../cli/engine/fake-program';

const folder = temporaryFolder();
const [A, B] = ['a'.repeat(32), 'b'.repeat(32)];

function inventory(text: string, name = 'zones'): Readonly<Record<string, string>> {
  const file = join(folder, name);
  writeFileSync(file, text);
  return Object.fromEntries(readInventory(file));
}

const NAMED = { [A]: 'a.example' };
const ENTRY = { id: A, name: 'a.example', labels: { team: 'shop' }, settings: { logs: true } };

describe('an inventory is read from', () => {
  test.each<readonly [string, string, string, object]>([
    ['lines of ids', 'zones', `${A}\n\n# a comment\n${B}\n`, { [A]: '', [B]: '' }],
    [
      'lines of id and name',
      'zones.txt',
      `\ufeff${A} a.example\r\n${B}\tb.example`,
      { ...NAMED, [B]: 'b.example' },
    ],
    ['lines with a comma', 'zones.txt', `${A}, a.example\n${B},b.example`, { ...NAMED, [B]: 'b.example' }],
    ["a fleet's YAML", 'zones.yaml', `- id: ${A}\n  name: a.example\n  labels: { team: shop }\n`, NAMED],
    ["a fleet's JSON", 'zones.json', JSON.stringify([ENTRY]), NAMED],
    ["a fleet's JSON in a YAML file", 'zones.yml', JSON.stringify([ENTRY]), NAMED],
    ["a fleet's CSV", 'zones.csv', `name,team,id\n"a.example","shop, web",${A}\n`, NAMED],
    ['a JSON list of ids', 'zones.json', JSON.stringify([A, B]), { [A]: '', [B]: '' }],
    [
      "the service's answer",
      'answer',
      JSON.stringify({ success: true, result: [{ id: A, name: 'a.example', status: 'active' }] }),
      NAMED,
    ],
  ])('%s', (_case, name, text, expected) => {
    expect(inventory(text, name)).toEqual(expected);
  });
});

describe('an inventory is refused, with the place, if it', () => {
  test.each([
    ['is empty', 'zones', '', 'holds no zone', 'no id of 32 hexadecimal digits'],
    ['is JSON that is cut off', 'zones', `["${A}"`, 'not valid JSON', /JSON/],
    ['is JSON without a list', 'zones', '{"result":{}}', 'not a list', 'a JSON object'],
    ['has something else in a line', 'zones', `${A}\nb.example\n`, 'not the id', 'line 2: "b.example"'],
    ['has something else in JSON', 'zones', JSON.stringify([A, 1]), 'not the id', 'element 1: 1'],
    ['has YAML without a list', 'zones.yaml', `id: ${A}`, 'mistakes', /zones\.yaml: the inventory is a list/],
    ['has something else in YAML', 'zones.yaml', `- id: ${A}\n- 1\n`, 'mistakes', /zones\.yaml, line 1/],
    ['has CSV without names', 'zones.csv', `id,plan\n${A},pro\n`, 'mistakes', /no column name/],
  ])('%s', (_case, name, text, message, seen) => {
    expect(() => inventory(text, name)).toThrow(
      expect.objectContaining({
        problem: expect.objectContaining({
          message: expect.stringContaining(message),
          seen: expect.arrayContaining([expect.stringMatching(seen)]),
        }),
      }),
    );
  });

  test('does not exist', () => {
    for (const name of ['nowhere', 'nowhere.yaml'])
      expect(() => readInventory(join(folder, name))).toThrow('cannot be read');
  });
});
