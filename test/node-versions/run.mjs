/** Runs the tests of this lane under each installed Node.js; further arguments are Jest's. Exits with 1 if one has failed. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const jest = join(here, '..', '..', 'node_modules', 'jest', 'bin', 'jest.js');
const { optionalDependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
const only = process.env.ZONEWRIGHT_TEST_NODE;
const names = Object.keys(optionalDependencies).filter((name) => only === undefined || name === only);
if (names.length === 0)
  throw new Error(
    `ZONEWRIGHT_TEST_NODE is "${only}"; it must be one of ${Object.keys(optionalDependencies).join(', ')}`,
  );

const failed = names.filter((name) => {
  const bin = join(here, 'node_modules', name, 'bin');
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
  delete env.ZONEWRIGHT_NODE;
  const { status } = spawnSync(
    join(bin, 'node'),
    [jest, '--config', join(here, 'jest.config.mjs'), ...process.argv.slice(2)],
    { env, stdio: 'inherit' },
  );
  console.log(`${name} (${optionalDependencies[name]}): ${status === 0 ? 'passed' : 'FAILED'}\n`);
  return status !== 0;
});
if (failed.length > 0) {
  console.log(`Failed under ${failed.join(', ')}.`);
  process.exitCode = 1;
}
