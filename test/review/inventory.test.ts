import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readInventory } from '../../cli/inventory';
import { temporaryFolder } from '../cli/engine/fake-program';

const folder = temporaryFolder();
const [A, B] = ['a'.repeat(32), 'b'.repeat(32)];

function inventory(text: string): Readonly<Record<string, string>> {
  const file = join(folder, 'zones');
  writeFileSync(file, text);
  return Object.fromEntries(readInventory(file));
}

describe('an inventory is read from', () => {
  test.each([
    ['lines of ids', `${A}\n\n# a comment\n${B}\n`, { [A]: '', [B]: '' }],
    ['lines of id and name', `${A} a.example\r\n${B}\tb.example`, { [A]: 'a.example', [B]: 'b.example' }],
    ['CSV with a header, in any order', `name,plan,zone_id\na.example,pro,${A}\n`, { [A]: 'a.example' }],
    ['CSV with quotes', `"id","name"\n"${A}","a.example"\n`, { [A]: 'a.example' }],
    ['CSV without names', `id,plan\n${A},pro\n`, { [A]: '' }],
    ['a JSON list of ids', JSON.stringify([A, B]), { [A]: '', [B]: '' }],
    ['a JSON list of objects', JSON.stringify([{ zone_id: A, name: 'a.example' }]), { [A]: 'a.example' }],
    [
      "the service's answer",
      JSON.stringify({ success: true, result: [{ id: A, name: 'a.example' }] }),
      { [A]: 'a.example' },
    ],
  ])('%s', (_case, text, expected) => {
    expect(inventory(text)).toEqual(expected);
  });
});

describe('an inventory is refused, with the place, if it', () => {
  test.each([
    ['is empty', '', 'holds no zone'],
    ['is JSON that is cut off', `["${A}"`, 'not valid JSON'],
    ['is JSON without a list', '{"result":{}}', 'not a list'],
    ['has something else in a line', `${A}\nb.example\n`, 'not the id of a zone'],
    ['has something else in JSON', JSON.stringify([A, 1]), 'not the id of a zone'],
  ])('%s', (_case, text, message) => {
    expect(() => inventory(text)).toThrow(message);
  });

  test('does not exist', () => {
    expect(() => readInventory(join(folder, 'nowhere'))).toThrow('cannot be read');
  });
});
