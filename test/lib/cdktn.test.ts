import { execFileSync, spawnSync } from 'node:child_process';
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

/** Runs every example of a folder, each into a folder of its own, in one process. */
const RUN_ALL = `
  const [outdir, ...programs] = process.argv.slice(1);
  for (const program of programs) {
    process.env.CDKTF_OUTDIR = require('path').join(outdir, require('path').basename(program));
    require(program);
  }`;

/** What the examples synthesize to, as they were built for a CDK: every document and manifest by its path. */
function synthesized(folder: string, cdk: string, files: readonly string[]): ReadonlyMap<string, unknown> {
  const outdir = temporaryFolder();
  // Tests of their own run those that are whole projects: some read their files where they are.
  const programs = files
    .filter((file) => !/^(pipelines|new-app|managed-rules-migration)\//.test(file))
    .map((file) => join(DIST, folder, file));
  execFileSync(process.execPath, ['--no-warnings', '--eval', RUN_ALL, outdir, ...programs], {
    env: {
      PATH: process.env['PATH'],
      // The traces of annotations have the paths of the CDK.
      CDKTF_CONTEXT_JSON: JSON.stringify({
        'zonewright:providerPlatforms': [],
        '@cdktf/disable_stack_trace_in_metadata': true,
      }),
    },
  });
  const written = readdirSync(outdir, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.json'),
  );
  const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules', cdk, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  const documentOf = (file: string): unknown =>
    // Warnings say where constructs were created.
    JSON.parse(
      readFileSync(join(outdir, file), 'utf8').replaceAll(join('dist', folder), 'dist'),
      (key, value: unknown) => (key === 'version' && value === version ? 'of the CDK' : value),
    );
  return new Map(written.sort().map((file) => [file, documentOf(file)]));
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

  test('synthesize every example to the same documents, except for the version of the CDK', () => {
    // Without the one that uses @cdktf/provider-null.
    const forBoth = filesIn('examples-cdktn');
    const documents = synthesized('examples-cdktn', 'cdktn', forBoth);
    expect(documents).toEqual(synthesized('examples', 'cdktf', forBoth));
    // Those in folders of their own are stacks for their tests, and no programs.
    const programs = forBoth.filter((example) => !example.includes('/'));
    const manifests = [...documents.keys()].filter((file) => file.endsWith('manifest.json'));
    expect(manifests).toEqual(programs.map((example) => join(example, 'manifest.json')).sort());
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
