import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installCommands } from '../../cli/adopt/package-source';
import { temporaryFolder } from '../support/temporary-folder';

const base = temporaryFolder();

/** A project whose npm says that it installed this package from somewhere. */
function installed(name: string, resolved: string | undefined): { folder: string; version: string } {
  const modules = join(base, name, 'node_modules');
  mkdirSync(join(modules, 'zonewright'), { recursive: true });
  const packages = { 'node_modules/zonewright': { version: '0.1.0', resolved } };
  if (resolved !== undefined)
    writeFileSync(join(modules, '.package-lock.json'), JSON.stringify({ packages }));
  return { folder: join(modules, 'zonewright'), version: '0.1.0' };
}

writeFileSync(join(base, "the user's.tgz"), '');
const packed = (folder: string) => [
  `npm pack --ignore-scripts ${folder}`,
  'npm install ./zonewright-0.1.0.tgz',
];
test.each<readonly [string, string | undefined, readonly string[]]>([
  ['from the registry', 'https://packages.example.com/zonewright-0.1.0.tgz', ['npm install']],
  ['by its version if npm did not install it', undefined, ['npm install']],
  ['a file', "file:../the user's.tgz", [`npm install '${join(base, "the user'\\''s.tgz")}'`]],
  ['~$', 'file:../gone.tgz', packed(`'${join(base, '~$', 'node_modules', 'zonewright')}'`)],
])('a generated project installs this package as it came here: %s', (name, resolved, commands) => {
  expect(installCommands(installed(name, resolved))).toEqual(commands);
});

test('a generated project installs a package that is made of a checkout', () => {
  expect(installCommands({ folder: '/my src/x', version: '0.1.0' })).toEqual(packed("'/my src/x'"));
});
