import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { importsOf, sourcesBelow } from '../support/imports';

/**
 * Which folder of the emulator may import which, from the ground up: a folder stands below those that import it.
 * `parts` is the file `parts.ts`, and `emulator` the other files beside it. The table stands in
 * docs/internals/architecture.md.
 */
const TABLE = {
  checks: [],
  determinism: [],
  markup: [],
  tls: [],
  errors: ['checks'],
  service: ['checks', 'determinism', 'errors', 'markup'],
  lists: ['errors', 'service'],
  http: ['checks', 'determinism', 'errors', 'service'],
  destinations: ['checks', 'determinism', 'service'],
  zones: ['checks', 'determinism', 'errors', 'lists', 'service'],
  accounts: ['checks', 'determinism', 'errors', 'lists', 'service'],
  rulesets: ['checks', 'determinism', 'errors', 'markup', 'service'],
  logpush: ['checks', 'destinations', 'determinism', 'errors', 'markup', 'service'],
  'previous-waf': ['checks', 'determinism', 'errors', 'lists', 'markup', 'service'],
  migration: ['checks', 'determinism', 'errors', 'markup', 'previous-waf', 'rulesets', 'service'],
  parts: ['accounts', 'logpush', 'migration', 'previous-waf', 'rulesets', 'service', 'zones'],
  logs: ['checks', 'destinations', 'determinism', 'logpush', 'rulesets', 'service'],
  faults: ['errors', 'http', 'service'],
  journal: ['checks', 'destinations', 'determinism', 'faults', 'http', 'service'],
  seed: ['checks', 'determinism', 'parts', 'service'],
  page: ['http', 'journal', 'markup', 'parts', 'service'],
  control: [
    'checks',
    'destinations',
    'determinism',
    'faults',
    'http',
    'journal',
    'logpush',
    'logs',
    'migration',
    'parts',
    'rulesets',
    'seed',
    'service',
  ],
  persistence: ['control', 'seed', 'tls'],
  blocking: [],
  emulator: [
    'blocking',
    'control',
    'destinations',
    'determinism',
    'errors',
    'faults',
    'http',
    'journal',
    'logs',
    'page',
    'parts',
    'persistence',
    'rulesets',
    'seed',
    'service',
    'tls',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

const FOLDERS = Object.keys(TABLE);
const ROOT = join(__dirname, '..', '..', 'emulator');
const FILES = sourcesBelow(ROOT);

describe('imports within the emulator', () => {
  test.each(Object.entries(TABLE))('%s imports only what its row of the table allows', (folder, row) => {
    const imported = FILES.filter((file) => folderOf(file) === folder).flatMap((file) =>
      importsOf(file)
        .filter((target) => target.startsWith('.'))
        .map((target) => folderOf(resolve(dirname(file), target)))
        .filter((target) => target !== folder),
    );
    expect([...new Set(imported)].sort()).toEqual([...row].sort());
  });

  test('every folder has a row', () => {
    expect([...new Set(FILES.map(folderOf))].sort()).toEqual([...FOLDERS].sort());
  });

  test.each(Object.entries(TABLE))('%s imports only from rows above its own', (folder, row) => {
    const below = FOLDERS.slice(0, FOLDERS.indexOf(folder));
    expect(row.filter((target) => !below.includes(target))).toEqual([]);
  });
});

test('only the gateway of the emulator turns a refusal into an answer', () => {
  const catching = FILES.filter((file) => readFileSync(file, 'utf8').includes('instanceof Refusal'));
  expect(catching.map((file) => relative(ROOT, file))).toEqual([join('http', 'gateway.ts')]);
});

/**
 * The folder directly below `emulator/`; a file beside the folders is of the row `emulator`, but for
 * `parts.ts`.
 */
function folderOf(path: string): string {
  const [first = '', ...rest] = relative(ROOT, path).split(sep);
  if (rest.length > 0) return first;
  return first.replace(/\.ts$/, '') === 'parts' ? 'parts' : 'emulator';
}
