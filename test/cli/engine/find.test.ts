import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createColors } from 'picocolors';
import { type Cached, cachedProgram, type Release, releasePlatform } from '../../../cli/engine/release';
import { findEngine } from '../../../cli/engine/find';
import { type Failure, renderProblem } from '../../../cli/terminal/failure';
import { recorded } from '../../support/printed';
import { engineScript, fakeProgram, temporaryFolder } from './fake-program';

const root = temporaryFolder();
const platform = releasePlatform(process.platform, process.arch);
const release: Release = {
  version: '1.10.6',
  baseUrl: 'http://127.0.0.1:1/',
  platforms: [platform],
  sha256: { [platform]: '0'.repeat(64) },
};

interface Machine {
  /** What ZONEWRIGHT_TERRAFORM names: a script, or a literal path. */
  readonly named?: { readonly script: string; readonly mode?: number } | string;
  /** Scripts on the PATH. */
  readonly terraform?: string;
  readonly tofu?: string;
  /** A script in the cache. */
  readonly cached?: string;
}

let count = 0;

function machine(has: Machine): { folder: string; search: Parameters<typeof findEngine>[0] } {
  const folder = join(root, String(++count));
  const bin = join(folder, 'bin');
  const cache = join(folder, 'zonewright');
  mkdirSync(bin, { recursive: true });
  if (has.terraform) fakeProgram(join(bin, 'terraform'), has.terraform);
  if (has.tofu) fakeProgram(join(bin, 'tofu'), has.tofu);
  if (has.cached) fakeProgram(cachedProgram({ release, platform, cacheFolder: cache }), has.cached);
  let named = typeof has.named === 'string' ? has.named : undefined;
  if (typeof has.named === 'object') {
    named = fakeProgram(join(folder, 'named'), has.named.script, has.named.mode);
  }
  return {
    folder,
    search: {
      // Only this folder, so that no engine of the machine is found.
      env: { PATH: `:${bin}`, XDG_CACHE_HOME: folder, ...(named && { ZONEWRIGHT_TERRAFORM: named }) },
      release,
      fetch: false,
    },
  };
}

const T = (version: string): string => engineScript('Terraform', version);
const O = (version: string): string => engineScript('OpenTofu', version);

const tofuBeside = O('1.10.6');

const NO_SHELL = join(root, 'no-shell');
// Nothing of the current folder is an engine.
const before = process.cwd();
beforeAll(() => {
  writeFileSync(NO_SHELL, '#!/nowhere\n', { mode: 0o755 });
  fakeProgram(join(root, 'terraform'), T('9.9.9'));
  process.chdir(root);
});
afterAll(() => process.chdir(before));

/** How Node says that none of several addresses answers. */
const NO_ADDRESS = Object.assign(new AggregateError([]), { code: 'ENETUNREACH', cause: new TypeError() });

const onPath = (terraform: string): Machine => ({ terraform, tofu: tofuBeside });
const isNamed = (named: NonNullable<Machine['named']>): Machine => ({ named, terraform: T('1.11.4') });

const MACHINES: Readonly<Record<string, readonly [Machine, Parameters<typeof findEngine>[0]?]>> = {
  'the program that ZONEWRIGHT_TERRAFORM names comes first': [
    { named: { script: O('1.9.0') }, terraform: T('1.11.4'), tofu: tofuBeside },
  ],
  'terraform on the PATH comes before tofu': [onPath(T('1.5.0'))],
  'tofu on the PATH is taken where there is no terraform': [{ tofu: O('1.6.0'), cached: tofuBeside }],
  'a terraform that is too old is passed over with a note': [
    { terraform: T('1.4.7'), tofu: O('1.10.0-beta1') },
  ],
  'something else that is called terraform is passed over with a note': [
    onPath('echo usage: terraform PLANET; exit 3'),
  ],
  'a wrapper may say more than the version': [onPath(`echo note; ${T('1.5.7').replace('\n', '; ')}`)],
  'a later major version is recent': [onPath(T('2.0.0'))],
  'half a version is none': [onPath("echo 'Terraform v1.5'")],
  'an earlier download is used without the network': [{ cached: tofuBeside }],
  // What is named is never skipped.
  'a path where nothing is': [isNamed('/nowhere/terraform')],
  'a folder': [isNamed('/')],
  'a file that may not run': [isNamed({ script: T('1.11.4'), mode: 0o644 })],
  'an engine that is too old': [isNamed({ script: T('1.4.7') })],
  'a program of another kind': [isNamed({ script: 'printf "1\\n2\\n3\\n4"; echo hello >&2' })],
  'a program that says why it does not run': [isNamed({ script: 'echo hello >&2; exit 1' })],
  'a script of nothing': [isNamed(NO_SHELL)],
  // No engine is found.
  'nothing is fetched unless it may be': [{}],
  'a fetch that fails gives its reason': [
    {},
    { fetch: () => Promise.reject(new Error('no route', { cause: NO_ADDRESS })) },
  ],
  'a platform that the release has nothing for is never fetched for': [
    { terraform: T('1.0.0') },
    { arch: 'mips', fetch: () => Promise.reject(new Error('must not be called')) },
  ],
  'a program in the cache that does not run is named, so that it can be removed': [{ cached: 'exit 1' }],
};

test('the engine is looked up in the documented order, and it is said why there is none', async () => {
  const told: string[] = [];
  for (const [name, [has, more]] of Object.entries(MACHINES)) {
    const { folder, search } = machine(has);
    const lines = await findEngine({ ...search, ...more }).then(
      (found) => [JSON.stringify(found)],
      ({ problem }: Failure) => [`${problem.code}`, ...renderProblem(problem, createColors(false))],
    );
    told.push([name, ...lines.map((line) => `  ${line}`), ''].join('\n').replaceAll(`${folder}/`, ''));
  }
  const printed = told
    .join('\n')
    .replaceAll(platform, 'PLATFORM')
    .replaceAll(releasePlatform(process.platform, 'mips'), 'OTHER')
    .replaceAll(NO_SHELL, 'no-shell')
    .replace(/(?<= )Error: (?=spawn )/, '');
  expect(printed).toBe(recorded('found-engines.txt', printed));
});

test('without an engine, the release is downloaded into the cache, and used', async () => {
  const { folder, search } = machine({});
  const asked: Cached[] = [];
  // That of another platform is compared with a list.
  const wanted = { ...release, sha256: {} };
  const found = await findEngine({
    ...{ ...search, release: wanted },
    fetch: async (options) => {
      asked.push(options);
      return fakeProgram(cachedProgram(options), O('1.10.6'));
    },
  });
  expect(asked).toEqual([{ release: wanted, platform, cacheFolder: join(folder, 'zonewright') }]);
  expect([found.way, found.version]).toEqual(['fetched OpenTofu', '1.10.6']);
});
