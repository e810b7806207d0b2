import { pathText, type Path } from '../../../../provider-shim/sdk/values';

describe('the text of a path', () => {
  const cases: readonly (readonly [text: string, path: Path])[] = [
    ['', []],
    ['request_headers[0].name', [{ attribute: 'request_headers' }, { index: 0 }, { attribute: 'name' }]],
    ['tags["a b"]', [{ attribute: 'tags' }, { key: 'a b' }]],
    ['tags["\\""].x', [{ attribute: 'tags' }, { key: '"' }, { attribute: 'x' }]],
    ['[1][2]', [{ index: 1 }, { index: 2 }]],
  ];

  it.each(cases)('%s', (text, path) => {
    expect(pathText(path)).toBe(text);
  });
});
