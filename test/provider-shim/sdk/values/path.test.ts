import { pathText, type Path } from '../../../../provider-shim/sdk/values';

const cases: readonly (readonly [text: string, path: Path])[] = [
  ['', []],
  ['request_headers[0].name', [{ attribute: 'request_headers' }, { index: 0 }, { attribute: 'name' }]],
  ['tags["a b"]', [{ attribute: 'tags' }, { key: 'a b' }]],
  ['tags["\\""].x', [{ attribute: 'tags' }, { key: '"' }, { attribute: 'x' }]],
  ['[1][2]', [{ index: 1 }, { index: 2 }]],
];

it.each(cases)('the text of a path %s', (text, path) => {
  expect(pathText(path)).toBe(text);
});
