import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findEngine } from '../../cli/engine/find';
import { finishValidations } from '../../cli/migration/finishing';
import { zoneIdOf } from './migrating-zones';
import { temporaryFolder } from '../support/temporary-folder';

/** The override with which a rehearsal finishes migrations acknowledges each instance with its own zone, whatever its key is. */

const TYPE = 'zone_managed_rules_migration';
const KEYS = [
  ...[
    'shop',
    'a.b',
    '0',
    '10',
    'with "quotes"',
    String.raw`back\slash`,
    'two\nlines',
    'tab\t',
    '${each.key}',
  ],
  ...['%{ if true }', '$${x}', 'ünïcode 😀', '', 'a]', '"]', "'"],
];

const folder = temporaryFolder();

const change = (name: string, index?: string | number): object => ({
  ...{ address: `${TYPE}.${name}`, mode: 'managed', type: TYPE, name, provider_name: 'zone' },
  ...(index !== undefined && { index }),
  change: {
    actions: ['create'],
    before: null,
    after: { target_state: 'validation', zone_id: zoneIdOf(String(index)) },
  },
});

/** What the engine makes of the expression for each of the keys. */
async function evaluated(changes: readonly object[], keys: readonly string[]): Promise<unknown> {
  expect(finishValidations(folder, { resource_changes: changes } as never)).toEqual({
    isWritten: true,
    left: [],
  });
  const written = JSON.parse(readFileSync(join(folder, 'zonewright_finish_override.tf.json'), 'utf8')) as {
    readonly resource: Readonly<
      Record<string, Readonly<Record<string, { readonly acknowledge_irreversible: string }>>>
    >;
  };
  rmSync(join(folder, 'zonewright_finish_override.tf.json'));
  const expression =
    written.resource[TYPE]?.['all']?.acknowledge_irreversible.replace(/^\$\{|\}$/g, '') ?? '';
  const values = { keys: keys.map((key) => key.replaceAll(/([$%])\{/g, '$1$1{')) };
  // One of the keys is the same text.
  const found = `\${[for key in local.keys : ${expression.replace('each.key, null)', 'key, null)')}]}`;
  writeFileSync(
    join(folder, 'main.tf.json'),
    JSON.stringify({ locals: values, output: { found: { value: found } } }),
  );
  const { binary } = await findEngine({ fetch: false });
  const run = (...args: readonly string[]): string =>
    execFileSync(binary, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  run('init', '-input=false');
  run('apply', '-input=false', '-auto-approve');
  return JSON.parse(run('output', '-json', 'found'));
}

test('keys of for_each', async () => {
  const changes = KEYS.map((key) => change('all', key));
  expect(await evaluated(changes, KEYS)).toEqual(KEYS.map(zoneIdOf));
});
