import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

test('the tables of docs/provider.md match the schema', () => {
  const script = join(__dirname, '..', '..', 'scripts', 'reference.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
