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

describe('a generated project is installed', () => {
  test.each([
    ['from the registry that this package came from', 'https://packages.example.com/zonewright-0.1.0.tgz'],
    ['by its version if npm did not install this package', undefined],
  ])('%s', (name, resolved) => {
    expect(installCommands(installed(name, resolved))).toEqual(['npm install']);
  });

  test('with the file that this package came from', () => {
    writeFileSync(join(base, 'the zonewright-0.1.0.tgz'), '');
    const root = installed('from a file', 'file:../the zonewright-0.1.0.tgz');
    expect(installCommands(root)).toEqual([`npm install '${join(base, 'the zonewright-0.1.0.tgz')}'`]);
  });

  test('with a package made of this one if its file is gone, or in a checkout', () => {
    const root = installed('file-gone', 'file:../gone.tgz');
    for (const folder of [root.folder, '/src/zonewright'])
      expect(installCommands({ folder, version: '0.1.0' })).toEqual([
        `npm pack --ignore-scripts ${folder}`,
        'npm install ./zonewright-0.1.0.tgz',
      ]);
  });
});
