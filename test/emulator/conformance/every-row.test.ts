import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { TABLES } from './specification-rows';

/** The tables that the files of tests declare; each file counts the rows of its own. */
const DECLARED = readdirSync(__dirname)
  .filter((name) => /^section-.*\.test\.ts$/.test(name))
  .flatMap((name) => {
    const text = readFileSync(join(__dirname, name), 'utf8');
    const [, ids = ''] = /= specification\(([^)]*)\)/.exec(text) ?? [];
    expect([name, text.trimEnd().endsWith('spec.complete();')]).toEqual([name, true]);
    return [...ids.matchAll(/'([^']+)'/g)].map(([, id]) => id);
  });

describe('the rows of the specification', () => {
  test('each table is tested in exactly one file, which counts its rows', () => {
    expect(DECLARED.sort()).toEqual(Object.keys(TABLES).sort());
  });

  test('there are as many as in the specification, without duplicates', () => {
    const rows = Object.entries(TABLES).flatMap(([id, names]) => names.map((name) => `${id}, ${name}`));
    expect([rows.length, new Set(rows).size]).toEqual([116, 116]);
  });
});
