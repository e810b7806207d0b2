import { execFileSync, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../lib/fake-provider';

/** The packed package, as users have it: `npm run test:packed` says in ZONEWRIGHT_TARBALL where it is. */
const TARBALL = String(process.env['ZONEWRIGHT_TARBALL']);
const ROOT = join(__dirname, '..', '..');
const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};

test('has what users read and run, no page for maintainers, and no test but those that examples are', () => {
  const files = execFileSync('tar', ['-tzf', TARBALL], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((file) => file.replace(/^package\//, ''));
  expect([...new Set(files.map((file) => file.replace(/\/.*/, '')))].sort()).toEqual([
    ...['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'dist', 'docs', 'examples', 'package.json'],
    'provider-shim',
  ]);
  const isStray = (file: string): boolean =>
    /\.test\.|__snapshots__|\.map$/.test(file) || file.startsWith('docs/internals/');
  expect(files.filter((file) => !file.startsWith('examples/')).filter(isStray)).toEqual([]);
});

test('nothing is wrong with its package.json and its types', () => {
  const said = execFileSync(process.execPath, [join(__dirname, 'findings.mjs'), TARBALL], {
    encoding: 'utf8',
  });
  expect(JSON.parse(said)).toEqual({
    publint: [],
    // The matchers for Vitest are an ES module, because Vitest is one: CommonJS cannot load either.
    types: [{ kind: 'CJSResolvesToESM', entrypoint: './testing/vitest', resolutionKind: 'node16-cjs' }],
  });
});

/** A CDK, and the oldest or the newest `constructs` that it takes. */
interface Pair {
  readonly cdk: 'cdktf' | 'cdktn';
  readonly version: string;
  readonly constructs: string;
}

const PAIRS: readonly Pair[] = [
  { cdk: 'cdktf', version: '0.21.0', constructs: '10.4.2' },
  { cdk: 'cdktf', version: '0.21.0', constructs: '10.8.1' },
  { cdk: 'cdktn', version: '0.24.0', constructs: '10.6.0' },
  { cdk: 'cdktn', version: '0.24.0', constructs: '10.7.2' },
];

/** All examples with their tests, except for the one whose other binding is for cdktf alone. */
const isForBoth = (path: string): boolean => !path.endsWith('null-resource-gate.ts');

/** Runs the compiled programs, each into a folder of its own; a whole project where its files are. */
const RUN_ALL = `
  const { dirname, resolve } = require('node:path');
  const project = process.cwd();
  for (const program of process.argv.slice(1)) {
    process.env.CDKTF_OUTDIR = resolve(project, 'out', program.replaceAll('/', '-'));
    process.chdir(resolve(project, program.includes('/') ? 'examples' : '', dirname(program)));
    require(resolve(project, 'build', program));
  }`;

interface Project {
  /** What the compiler says. */
  readonly errors: string;
  /** The synthesized documents by their path, without the folder and the version of the CDK. */
  readonly documents: ReadonlyMap<string, unknown>;
  readonly hasProvider: boolean;
}

/** What was published later is not installed, so that the same packages are, whenever this runs. */
const BEFORE = '2026-11-20';

/** A project of its own with this pair, the packed package and the examples; the registry is asked for the pair. */
function makeProject({ cdk, version, constructs }: Pair): Project {
  const folder = temporaryFolder();
  const own = (name: string): string => {
    const manifest = readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8');
    return `${name}@${(JSON.parse(manifest) as { readonly version: string }).version}`;
  };
  const write = (file: string, content: unknown): void =>
    writeFileSync(join(folder, file), JSON.stringify(content));
  write('package.json', { private: true });
  const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', `--before=${BEFORE}`];
  const more = [`constructs@${constructs}`, ...['typescript', '@types/node', '@types/jest'].map(own)];
  execFileSync('npm', [...install, TARBALL, `${cdk}@${version}`, ...more], { cwd: folder, stdio: 'pipe' });

  const app = join(folder, 'examples');
  cpSync(join(ROOT, 'examples'), app, { recursive: true, filter: isForBoth });
  const sources = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  for (const file of cdk === 'cdktn' ? sources : []) {
    const text = readFileSync(join(app, file), 'utf8').replaceAll(/'cdktf(?=['/])/g, `'cdktn`);
    writeFileSync(join(app, file), text.replaceAll(`'zonewright'`, `'zonewright/cdktn'`));
  }
  write('tsconfig.json', {
    compilerOptions: {
      ...{
        target: 'es2022',
        module: 'node16',
        types: ['node', 'jest'],
        rootDir: 'examples',
        outDir: 'build',
      },
      ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false },
    },
    include: ['examples'],
  });
  const compiler = join(folder, 'node_modules/typescript/bin/tsc');
  const { stdout: errors } = spawnSync(process.execPath, [compiler], { cwd: folder, encoding: 'utf8' });
  const programs = sources.filter((file) => !file.includes('/') || file.endsWith('/main.ts'));
  mkdirSync(join(folder, 'out'));
  execFileSync(process.execPath, ['--eval', RUN_ALL, ...programs.map((file) => file.replace('.ts', '.js'))], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      // The traces of annotations have the paths of the CDK.
      CDKTF_CONTEXT_JSON: JSON.stringify({ '@cdktf/disable_stack_trace_in_metadata': true }),
    },
    stdio: 'pipe',
  });
  const written = readdirSync(join(folder, 'out'), { recursive: true, encoding: 'utf8' });
  const documentOf = (file: string): unknown =>
    JSON.parse(
      readFileSync(join(folder, 'out', file), 'utf8').replaceAll(folder, ''),
      (key, value: unknown) => (key === 'version' && value === version ? 'of the CDK' : value),
    );
  const documents = written.filter((file) => file.endsWith('.tf.json')).sort();
  expect(new Set(documents.map((file) => file.split('/')[0])).size).toBe(programs.length);
  return {
    errors,
    documents: new Map(documents.map((file) => [file, documentOf(file)])),
    hasProvider: written.some((file) =>
      file.includes('terraform.d/plugins/registry.terraform.io/zonewright/zone/'),
    ),
  };
}

const documents: Project['documents'][] = [];

describe.each(PAIRS)('with $cdk $version and constructs $constructs', (pair) => {
  let project: Project;

  beforeAll(() => {
    project = makeProject(pair);
    documents.push(project.documents);
  });

  test('the examples and their tests have the right types, and so have all declarations', () => {
    expect(project.errors).toBe('');
  });

  test('the stacks have the provider', () => {
    expect(project.hasProvider).toBe(true);
  });
});

test('the stacks are the same with every pair', () => {
  expect(documents).toEqual(PAIRS.map(() => documents[0]));
});

/** The package in a new project with its dependencies and these packages of ours, and nothing else. */
function projectWith(...packages: readonly string[]): string {
  const folder = temporaryFolder();
  const installed = join(folder, 'node_modules', 'zonewright');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', TARBALL, '--strip-components=1', '-C', installed]);
  for (const name of [...Object.keys(dependencies), 'constructs', ...packages]) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), link);
  }
  return folder;
}

test('the demo says what to install when there is no CDK', () => {
  const folder = projectWith();
  const command = join(folder, 'node_modules', 'zonewright', 'dist', 'cli', 'main.js');
  const env = { PATH: process.env['PATH'], HOME: folder };
  const { status, stderr } = spawnSync(process.execPath, [command, 'demo'], { env, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain('the demo synthesizes a stack, and neither cdktf nor cdktn is installed');
  expect(stderr).toContain('npm install cdktf constructs');
});

test.each([
  [[], 2],
  [['--migration'], 3],
])('a project that the packed command begins (%j) passes its tests', (options, tests) => {
  const folder = projectWith('cdktf', 'jest', 'ts-jest', 'typescript', '@types/node', '@types/jest');
  const run = (cwd: string, ...args: readonly string[]): SpawnSyncReturns<string> =>
    spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  const modules = join(folder, 'node_modules');
  const begun = run(folder, join(modules, 'zonewright/dist/cli/main.js'), 'init', ...options, 'zone');
  expect(begun).toMatchObject({ status: 0, stderr: '' });
  const { status, stderr } = run(join(folder, 'zone'), join(modules, 'jest/bin/jest.js'));
  expect(stderr).toContain(`Tests:       ${tests} passed, ${tests} total`);
  expect(status).toBe(0);
});

test("a provider of the framework's page has the right types, and starts", () => {
  const folder = projectWith('typescript', '@types/node', 'esbuild');
  const page = readFileSync(join(folder, 'node_modules/zonewright/provider-shim/sdk/README.md'), 'utf8');
  const block = (language: string): string =>
    new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, 'm').exec(page)?.[1] ?? '';
  const options = JSON.parse(`{${/^`("strict": .*)`;/m.exec(page)?.[1]}}`) as object;
  const compilerOptions = { ...options, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['notes.ts'] }));
  writeFileSync(join(folder, 'notes.ts'), block('ts'));
  const run = (file: string, ...args: readonly string[]): SpawnSyncReturns<string> =>
    spawnSync(process.execPath, [file, ...args], { cwd: folder, encoding: 'utf8' });
  expect(run('node_modules/typescript/bin/tsc').stdout).toBe('');
  const bundler = join(folder, 'node_modules/esbuild/bin/esbuild');
  const bundled = spawnSync(bundler, block('sh').match(/notes\.ts|--\S+/g) ?? [], { cwd: folder });
  const [, program = ''] = /--outfile=(\S+)/.exec(block('sh')) ?? [];
  const { stderr } = run(program);
  expect([bundled.status, stderr]).toEqual([0, expect.stringContaining('registry.terraform.io/test/notes')]);
});
