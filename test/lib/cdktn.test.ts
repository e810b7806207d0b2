import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './fake-provider';

const ROOT = join(__dirname, '..', '..');
const DIST = join(ROOT, 'dist');

/** The files below a folder of `dist/`, relative to it. */
function filesIn(folder: string, ending = '.js'): readonly string[] {
  return readdirSync(join(DIST, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .sort();
}

/** The packages that the files of a folder load or take types from, with the files that do. */
function packagesIn(folder: string): Readonly<Record<string, number>> {
  const named = [...filesIn(folder), ...filesIn(folder, '.d.ts')].flatMap((file) => {
    const text = readFileSync(join(DIST, folder, file), 'utf8');
    const modules = [
      ...text.matchAll(/\b(?:require\(|require\.resolve\(|import\(|from )["']([^"'.][^"']*)["']/g),
    ];
    return [...new Set(modules.map(([, module = '']) => module))].filter((module) =>
      /^(cdkt|@cdkt)/.test(module),
    );
  });
  return Object.fromEntries(
    [...new Set(named)].map((each) => [each, named.filter((one) => one === each).length]),
  );
}

describe('the constructs for cdktn', () => {
  test('are the same files as those for cdktf, each with its own CDK', () => {
    expect(filesIn('cdktn')).toEqual(filesIn('lib'));
    const { cdktf, ...others } = packagesIn('lib');
    expect(others).toEqual({});
    expect(cdktf).toBeGreaterThan(20);
    expect(packagesIn('cdktn')).toEqual({ cdktn: cdktf });
    expect(packagesIn('examples-cdktn')).toEqual({ cdktn: filesIn('examples-cdktn').length });
  });
});

test.each([
  ['zonewright', 'cdktf'],
  ['zonewright/cdktn', 'cdktn'],
])('without the CDK %s says what to install', (entry, cdk) => {
  const folder = temporaryFolder();
  const copy = join(folder, 'node_modules', 'zonewright');
  for (const path of ['package.json', 'dist/lib', 'dist/cdktn', 'dist/schema'])
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, ['--eval', `require('${entry}')`], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
    encoding: 'utf8',
  });
  expect({ status, message: /^Error: .*$/m.exec(stderr)?.[0] }).toEqual({
    status: 1,
    message:
      `Error: Cannot find module '${cdk}'. The constructs of zonewright need the CDK that the app uses: run "npm install ` +
      'cdktf constructs" and import from "zonewright", or "npm install cdktn constructs" and import ' +
      'from "zonewright/cdktn".',
  });
});
