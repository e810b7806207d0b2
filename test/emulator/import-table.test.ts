import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { importsOf, sourcesBelow } from '../support/imports';

/**
 * Which folder of the emulator may import which, from the ground up: a folder stands below those that import it.
 * `emulator` are the files beside the folders.
 */
const TABLE = {
  checks: [],
  service: ['checks'],
  http: ['checks', 'service'],
  destinations: ['checks', 'service'],
  zones: ['http', 'service'],
  rulesets: ['checks', 'service'],
  logpush: ['checks', 'destinations', 'service'],
  'previous-waf': ['checks', 'http', 'service'],
  migration: ['checks', 'previous-waf', 'rulesets', 'service'],
  logs: ['checks', 'destinations', 'logpush', 'rulesets', 'service'],
  faults: ['http', 'service'],
  journal: ['checks', 'destinations', 'faults', 'http', 'service'],
  requests: [
    'faults',
    'http',
    'journal',
    'logpush',
    'migration',
    'previous-waf',
    'rulesets',
    'service',
    'zones',
  ],
  seed: ['checks', 'requests', 'service'],
  page: ['journal', 'requests', 'service'],
  control: [
    'checks',
    'destinations',
    'faults',
    'http',
    'journal',
    'logpush',
    'logs',
    'migration',
    'requests',
    'rulesets',
    'seed',
    'service',
  ],
  emulator: [
    'control',
    'destinations',
    'faults',
    'http',
    'journal',
    'logs',
    'page',
    'requests',
    'rulesets',
    'seed',
    'service',
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

/** The folder directly below `emulator/`; a file beside the folders is of the row `emulator`. */
function folderOf(path: string): string {
  const [first = '', ...rest] = relative(ROOT, path).split(sep);
  return rest.length > 0 ? first : 'emulator';
}
