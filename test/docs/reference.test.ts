import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

test.each([
  ['the tables of docs/provider.md', 'reference.mjs'],
  ['the interfaces of lib/props', 'props.mjs'],
])('%s match the schema', (_, name) => {
  const script = join(__dirname, '..', '..', 'scripts', name);
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
