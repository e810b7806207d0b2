import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const GLOSSARY = readFileSync(join(ROOT, 'docs', 'glossary.md'), 'utf8');

/** The code that the glossary is for. */
const CODE = ['schema', 'provider-shim']
  .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
  .join('\n');

const ROWS = GLOSSARY.split('\n').flatMap((line) => {
  const [, term, meaning] = /^\| (.+?) \| (.+) \|$/.exec(line) ?? [];
  return term === undefined || meaning === undefined || term === 'Term' ? [] : [[term, meaning] as const];
});

test('the glossary has each term once, with one line of meaning', () => {
  const terms = ROWS.map(([term]) => term);
  expect(terms.length).toBeGreaterThan(40);
  expect([...new Set(terms)]).toEqual(terms);
});

test('every code name in the glossary exists in the code', () => {
  const names = ROWS.flatMap((row) =>
    [...row.join(' ').matchAll(/`([A-Za-z_]+)`/g)].map(([, name]) => String(name)),
  );
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(CODE))).toEqual([]);
});
