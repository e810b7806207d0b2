import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fakeProgram } from '../cli/engine/fake-program';
import { EXAMPLE, type Env } from './repository';

const ROOT = join(__dirname, '..', '..');

/** What runners have besides the programs of the machine. */
export interface Installation {
  /** A folder of programs before those of the PATH. */
  readonly programs: string;
  readonly machine: Env;
  /** Files of the repository. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * An installation without a registry, in seconds less than a real one: `npm ci` links the packages of this checkout, and the
 * checkout itself as the package. `npm run test:pipelines` installs the packed package instead.
 */
export function linkedPackages(folder: string): Installation {
  const packages = join(folder, 'node_modules');
  const programs = join(folder, 'programs');
  mkdirSync(join(packages, '.bin'), { recursive: true });
  mkdirSync(programs);
  const link = (path: string, target: string): void => {
    mkdirSync(dirname(join(packages, path)), { recursive: true });
    symlinkSync(join(ROOT, target), join(packages, path));
  };
  link('zonewright', '.');
  for (const name of ['cdktf', 'constructs', 'esbuild', '@types/node']) link(name, `node_modules/${name}`);
  for (const name of ['esbuild', 'tsc']) link(`.bin/${name}`, `node_modules/.bin/${name}`);
  link('.bin/zonewright', 'dist/cli/main.js');
  // The real npm only needs to run scripts, which takes it longer than the scripts themselves.
  fakeProgram(
    join(programs, 'npm'),
    `if [ "$1" = ci ]; then exec ln -s '${packages}' node_modules; fi
[ "$1 $2" = "run --silent" ] || exit 9
PATH="$PWD/node_modules/.bin:$PATH" exec bash -c "$(jq -r --arg name "$3" '.scripts[$name]' package.json)"`,
  );
  fakeProgram(join(programs, 'npx'), 'exec bash -c \'"node_modules/.bin/$0" "$@"\' "$@"');
  return { programs, machine: {}, files: { 'package-lock.json': '{}\n' } };
}

/**
 * The packed package that `ZONEWRIGHT_TARBALL` names, in the example's own `package.json`. The registry is asked here, and
 * only here: each runner's `npm ci` takes everything from the cache of npm.
 */
export function packedPackages(folder: string): Installation {
  const cache = join(folder, 'npm');
  const project = join(folder, 'project');
  mkdirSync(project);
  const manifest = readFileSync(join(EXAMPLE, 'package.json'), 'utf8').replace(
    /("zonewright": )"[^"]*"/,
    `$1"file:${String(process.env['ZONEWRIGHT_TARBALL'])}"`,
  );
  writeFileSync(join(project, 'package.json'), manifest);
  const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--cache', cache];
  // The lock file has to name what is in the cache.
  execFileSync('npm', [...install, '--no-omit-lockfile-registry-resolved'], {
    cwd: project,
    stdio: 'ignore',
  });
  const setting = (name: string): string =>
    execFileSync('npm', ['config', 'get', name], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  return {
    programs: '',
    machine: {
      npm_config_cache: cache,
      npm_config_registry: setting('registry'), // the names of what is in the cache
      npm_config_offline: 'true',
      npm_config_update_notifier: 'false',
    },
    files: {
      'package.json': manifest,
      'package-lock.json': readFileSync(join(project, 'package-lock.json'), 'utf8'),
    },
  };
}
