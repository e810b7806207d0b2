import {
  MAX_ENTRIES,
  MAX_ENTRY_CHARACTERS,
  readLogEntries,
} from '../../../emulator/logpush/deliveries-section';

describe('the entries of a delivered file', () => {
  it('have members, also nested', () => {
    const line =
      '{"RayID":"8f","Cached":true,"RequestHeaders":{"x-request-id":"7","accept":""},"List":[1,"a"]}';
    expect(readLogEntries(`${line}\n`)).toEqual({
      shown: [
        {
          kind: 'members',
          members: [
            { name: 'RayID', value: '8f' },
            { name: 'Cached', value: 'true' },
            {
              name: 'RequestHeaders',
              value: [
                { name: 'x-request-id', value: '7' },
                { name: 'accept', value: '' },
              ],
            },
            { name: 'List', value: '["1","a"]' },
          ],
        },
      ],
      more: 0,
    });
  });

  it.each(['1735689600123456789', '-0.10', '1e400', '12'])(
    'show the number %s as it was written',
    (number) => {
      expect(readLogEntries(`{"a":${number},"b\\"1":"2 \\" 3"}`).shown).toEqual([
        {
          kind: 'members',
          members: [
            { name: 'a', value: number },
            { name: 'b"1', value: '2 " 3' },
          ],
        },
      ]);
    },
  );

  it('are the objects of a line that is an array', () => {
    const one = { kind: 'members', members: [{ name: 'a', value: '1' }] };
    expect(readLogEntries('[{"a":1},{"a":1}]').shown).toEqual([one, one]);
  });

  it.each<[string, string]>([
    ['comma-separated values', '1735689600,GET,"/"'],
    ['half an object', '{"a":'],
    ['a number', '7'],
    ['an empty array', '[]'],
    ['a token', 'eyJhbGciOi.eyJzdWIi.c2ln'],
    ['an object that nobody wrote', `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`],
    ['quotes that do not end', '"'.repeat(MAX_ENTRY_CHARACTERS - 1)],
    ['escapes that do not end', `"${'\\"'.repeat(MAX_ENTRY_CHARACTERS / 2 - 1)}`],
  ])('are texts if they are not objects: %s', (_name, text) => {
    expect(readLogEntries(text)).toEqual({ shown: [{ kind: 'text', text }], more: 0 });
  });

  it('are counted if they are not shown, except for blank lines', () => {
    const { shown, more } = readLogEntries(`\n \n${'{"a":1}\n'.repeat(MAX_ENTRIES + 3)}`);
    expect([shown.length, more]).toEqual([MAX_ENTRIES, 3]);
  });

  it('are cut if they are long', () => {
    expect(readLogEntries(`{"a":"${'x'.repeat(MAX_ENTRY_CHARACTERS)}"}`).shown).toEqual([
      { kind: 'text', text: `{"a":"${'x'.repeat(MAX_ENTRY_CHARACTERS - 6)}…` },
    ]);
  });

  it('do not exist in an empty file', () => {
    expect(readLogEntries('')).toEqual({ shown: [], more: 0 });
  });
});
