import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Cached, cachedProgram, type Release, releasePlatform } from '../../../cli/engine/release';
import { findEngine } from '../../../cli/engine/find';
import { Failure } from '../../../cli/engine/failure';
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

const found = (binary: string, version: string, way: string, ...passedOver: readonly string[]): object => ({
  ...{ binary, flavor: binary.endsWith('terraform') ? 'terraform' : 'tofu', version, way, passedOver },
});
const TOO_OLD = 'is too old: Terraform 1.4.7, and 1.5 is the oldest that works';
const NO_ENGINE = 'does not answer like Terraform or OpenTofu';
const OTHER = 'echo usage: terraform PLANET; exit 3';
const CACHED = `zonewright/engines/opentofu-1.10.6-${platform}/tofu`;
const [ON_PATH, TOFU_ON_PATH] = ['terraform on the PATH', 'tofu on the PATH'] as const;
const SETTING = 'ZONEWRIGHT_TERRAFORM';
const tofuBeside = O('1.10.6');

test.each(
  Object.entries<readonly [Machine, object]>({
    'the program that ZONEWRIGHT_TERRAFORM names comes first': [
      { named: { script: O('1.9.0') }, terraform: T('1.11.4'), tofu: tofuBeside },
      { ...found('named', '1.9.0', SETTING), flavor: 'tofu' },
    ],
    'terraform on the PATH comes before tofu': [
      { terraform: T('1.5.0'), tofu: tofuBeside },
      found('bin/terraform', '1.5.0', ON_PATH),
    ],
    'tofu on the PATH is taken where there is no terraform': [
      { tofu: O('1.6.0'), cached: tofuBeside },
      found('bin/tofu', '1.6.0', TOFU_ON_PATH),
    ],
    'a terraform that is too old is passed over with a note': [
      { terraform: T('1.4.7'), tofu: O('1.10.0-beta1') },
      found('bin/tofu', '1.10.0-beta1', TOFU_ON_PATH, `bin/terraform ${TOO_OLD}`),
    ],
    'something else that is called terraform is passed over with a note': [
      { terraform: OTHER, tofu: tofuBeside },
      found('bin/tofu', '1.10.6', TOFU_ON_PATH, `bin/terraform ${NO_ENGINE}`),
    ],
    'a wrapper may say more than the version': [
      { terraform: `echo note; ${T('1.5.7').replace('\n', '; ')}`, tofu: tofuBeside },
      found('bin/terraform', '1.5.7', ON_PATH),
    ],
    'a later major version is recent': [{ terraform: T('2.0.0') }, found('bin/terraform', '2.0.0', ON_PATH)],
    'half a version is none': [
      { terraform: "echo 'Terraform v1.5'", tofu: tofuBeside },
      found('bin/tofu', '1.10.6', TOFU_ON_PATH, `bin/terraform ${NO_ENGINE}`),
    ],
    'an earlier download is used without the network': [
      { cached: tofuBeside },
      found(CACHED, '1.10.6', 'fetched OpenTofu'),
    ],
  }),
)('the engine is looked up in the documented order: %s', async (_name, [has, expected]) => {
  const { folder, search } = machine(has);
  const engine = await findEngine(search);
  expect(JSON.parse(JSON.stringify(engine).replaceAll(`${folder}/`, ''))).toEqual(expected);
});

const NOT_EXECUTABLE = 'is not an executable program';
const NO_SHELL = join(root, 'no-shell');
const UNKNOWN = expect.stringContaining('ENOENT') as string;
// Nothing of the current folder is an engine.
const before = process.cwd();
beforeAll(() => {
  writeFileSync(NO_SHELL, '#!/nowhere\n', { mode: 0o755 });
  fakeProgram(join(root, 'terraform'), T('9.9.9'));
  process.chdir(root);
});
afterAll(() => process.chdir(before));
test.each<readonly [string, NonNullable<Machine['named']>, string, readonly string[]]>([
  ['a path where nothing is', '/nowhere/terraform', NOT_EXECUTABLE, [`${SETTING}=/nowhere/terraform`]],
  ['a folder', '/', NOT_EXECUTABLE, [`${SETTING}=/`]],
  ['a file that may not run', { script: T('1.11.4'), mode: 0o644 }, NOT_EXECUTABLE, [`${SETTING}=named`]],
  ['an engine that is too old', { script: T('1.4.7') }, TOO_OLD, [`${SETTING}=named`, 'Terraform v1.4.7']],
  [
    'a program of another kind',
    { script: 'printf "1\\n2\\n3\\n4"; echo hello >&2' },
    NO_ENGINE,
    [`${SETTING}=named`, '`version` ended with exit code 0', '1', '2', '3'],
  ],
  [
    'a program that says why it does not run',
    { script: 'echo hello >&2; exit 1' },
    NO_ENGINE,
    [`${SETTING}=named`, '`version` ended with exit code 1', 'hello'],
  ],
  ['a script of nothing', NO_SHELL, 'cannot be started', [`${SETTING}=${NO_SHELL}`, UNKNOWN]],
])(
  'the program that ZONEWRIGHT_TERRAFORM names is never skipped: %s',
  async (_name, named, message, seen) => {
    const { folder, search } = machine({ named, terraform: T('1.11.4') });
    const failure = await findEngine(search).then(fail, (thrown: Failure) => thrown);
    expect(failure).toBeInstanceOf(Failure);
    expect({
      code: failure.problem.code,
      message: failure.problem.message,
      seen: failure.problem.seen?.map((line) => line.replaceAll(`${folder}/`, '')),
    }).toEqual({ code: 'engine_setting', message: `the program that ${SETTING} names ${message}`, seen });
  },
);

/** How Node says that none of several addresses answers. */
const NO_ADDRESS = Object.assign(new AggregateError([]), { code: 'ENETUNREACH', cause: new TypeError() });

describe('if no engine is found', () => {
  test('the release is downloaded into the cache, and used', async () => {
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

  const refusals: Readonly<Record<string, readonly [Machine, object, string, string]>> = {
    'nothing is fetched unless it may be': [
      {},
      {},
      'neither terraform nor tofu is on the PATH',
      '4. download it: npx zonewright doctor --fetch (OpenTofu 1.10.6, once, into zonewright)',
    ],
    'a fetch that fails gives its reason': [
      {},
      { fetch: () => Promise.reject(new Error('no route', { cause: NO_ADDRESS })) },
      'neither terraform nor tofu is on the PATH | no route: ENETUNREACH: TypeError',
      '4. download it: npx zonewright doctor --fetch (OpenTofu 1.10.6, once, into zonewright)',
    ],
    'a platform that the release has nothing for is never fetched for': [
      { terraform: T('1.0.0') },
      { arch: 'mips', fetch: () => Promise.reject(new Error('must not be called')) },
      'bin/terraform is too old: Terraform 1.0.0, and 1.5 is the oldest that works',
      `4. download it: npx zonewright doctor --fetch (not for ${releasePlatform(process.platform, 'mips')}: the release has no archive for it)`,
    ],
    'a program in the cache that does not run is named, so that it can be removed': [
      { cached: 'exit 1' },
      {},
      `neither terraform nor tofu is on the PATH | ${CACHED} ${NO_ENGINE} | \`version\` ended with exit code 1 | no output`,
      `4. download it: npx zonewright doctor --fetch (delete ${CACHED} first)`,
    ],
  };

  test.each(Object.entries(refusals))('%s', async (_name, [has, more, seen, fourth]) => {
    const { folder, search } = machine(has);
    const failure = await findEngine({ ...search, ...more }).then(fail, (thrown: Failure) => thrown);
    const strip = (lines: readonly string[] = []): string[] =>
      lines.map((line) => line.replaceAll(`${folder}/`, ''));
    expect(failure.problem.code).toBe('no_engine');
    expect(strip(failure.problem.seen).join(' | ')).toBe(seen);
    expect(strip(failure.problem.hints)).toEqual([
      'any one of these four:',
      '1. set ZONEWRIGHT_TERRAFORM to the path of the program',
      '2. install Terraform on the PATH: https://developer.hashicorp.com/terraform/install',
      '3. install OpenTofu on the PATH: https://opentofu.org/docs/intro/install',
      fourth,
    ]);
  });
});

function fail(found: unknown): never {
  throw new Error(`an engine was found: ${JSON.stringify(found)}`);
}
