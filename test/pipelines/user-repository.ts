import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { runProgram } from '../../cli/engine/process';
import type { Event, EndedWorkflow } from './ci/run-workflow';
import { runWorkflow } from './ci/run-workflow';
import type { Platform } from './ci/platform';
import type { Env } from './ci/workflow';

/** The example repository of docs/pipelines.md. */
export const EXAMPLE = join(__dirname, '..', '..', 'examples', 'pipelines');

/** A pull request: its head, and the commit that it would be merged as. */
export interface PullRequest {
  readonly number: number;
  readonly head: string;
  readonly merge: string;
  /** The commit of main that it began with. */
  readonly base: string;
}

type Watch = Pick<Event, 'onStep'>;

/** A user's clone of the repository, and what the platform runs when something is pushed. */
export class UserRepository {
  private readonly folder: string;

  /** Begins with a commit that has no app yet. */
  constructor(private readonly platform: Platform) {
    this.folder = join(platform.root, 'clone');
    execFileSync('git', ['clone', '--quiet', platform.repository, this.folder], { stdio: 'ignore' });
    this.git('checkout', '--quiet', '-b', 'main');
    this.write('README.md', 'Our zones.\n');
    this.commit('Begin');
    this.git('push', '--quiet', 'origin', 'main');
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  /** Adds the example, with zones of its own: lines of `zones.csv`. */
  addExample(zones: readonly string[], files: Readonly<Record<string, string>>): void {
    cpSync(EXAMPLE, this.folder, { recursive: true });
    this.zones(zones);
    for (const [path, text] of Object.entries(files)) this.write(path, text);
  }

  zones(lines: readonly string[]): void {
    this.write('zones.csv', ['id,name,stack,logs,migration,finish', ...lines, ''].join('\n'));
  }

  /** Commits what was written to a new branch from main. */
  openPullRequest(): PullRequest {
    const number = this.platform.nextId();
    const branch = `change-${number}`;
    this.git('checkout', '--quiet', '-b', branch);
    this.commit(`Change ${number}`);
    const head = this.git('rev-parse', 'HEAD');
    this.git('checkout', '--quiet', '--detach', 'main');
    this.git('merge', '--quiet', '--no-ff', '--message', `Merge ${number}`, head);
    const merge = this.git('rev-parse', 'HEAD');
    this.git(
      'push',
      '--quiet',
      'origin',
      `${head}:refs/heads/${branch}`,
      `${merge}:refs/pull/${number}/merge`,
    );
    this.git('checkout', '--quiet', 'main');
    return { number, head, merge, base: this.git('rev-parse', 'main') };
  }

  plan({ number, merge, head }: PullRequest, watch: Watch = {}): Promise<EndedWorkflow> {
    return runWorkflow(this.workflow('plan', merge), {
      ...{ platform: this.platform, sha: merge, ...watch },
      github: { event: { pull_request: { number } }, head_sha: head },
      variables: { GITHUB_BASE_REF: 'main', GITHUB_EVENT_NAME: 'pull_request' },
    });
  }

  /** Checks the types of the app. */
  check({ merge, head }: PullRequest): Promise<EndedWorkflow> {
    return runWorkflow(this.workflow('check', merge), {
      ...{ platform: this.platform, sha: merge },
      github: { head_sha: head },
    });
  }

  /** Merges a pull request as one commit. */
  merge({ head, number }: PullRequest): string {
    this.git('merge', '--quiet', '--squash', '--no-stat', head);
    this.commit(`Change ${number} (#${number})`);
    const sha = this.git('rev-parse', 'HEAD');
    this.git('push', '--quiet', 'origin', 'main');
    this.platform.merged.set(sha, head);
    return sha;
  }

  /** Pushes to main without a pull request. */
  push(): string {
    this.commit('Pushed');
    this.git('push', '--quiet', 'origin', 'main');
    return this.git('rev-parse', 'HEAD');
  }

  apply(sha: string, watch: Watch = {}): Promise<EndedWorkflow> {
    return runWorkflow(this.workflow('apply', sha), { platform: this.platform, sha, ...watch });
  }

  /** What every shell has. */
  machine(): NodeJS.ProcessEnv {
    const { programs, machine } = this.platform;
    return { ...machine, PATH: [programs, process.env['PATH']].join(delimiter) };
  }

  /** The variables that the commands of a pipeline need, with the secrets of an environment. */
  variables(environment: string): Env {
    const { vars, secrets } = this.platform.settings;
    const of = (values: Env = {}, name: string): string => values[name] ?? '';
    return {
      STATE_ADDRESS: of(vars, 'STATE_ADDRESS'),
      PLAN_KEY: of(secrets[environment], 'PLAN_KEY'),
      TF_HTTP_USERNAME: of(vars, 'STATE_USER'),
      TF_HTTP_PASSWORD: of(secrets[environment], 'STATE_PASSWORD'),
      ZONEWRIGHT_API_TOKEN: of(secrets[environment], 'ZONEWRIGHT_API_TOKEN'),
      TF_VAR_store_key_id: of(secrets[environment], 'STORE_KEY_ID'),
      TF_VAR_store_key: of(secrets[environment], 'STORE_KEY'),
    };
  }

  /** The commit of main. */
  head(): string {
    return this.git('rev-parse', 'main');
  }

  /** Runs commands of a person in a fresh checkout of main, with the variables of a pipeline. */
  async byHand(commands: string): Promise<void> {
    const folder = mkdtempSync(join(this.platform.root, 'by-hand-'));
    execFileSync('git', ['clone', '--quiet', this.platform.repository, folder]);
    const { exitCode, stdout, stderr } = await runProgram('bash', ['-eo', 'pipefail', '-c', commands], {
      cwd: folder,
      env: { ...this.machine(), ...this.variables('zones-apply'), HOME: folder },
    });
    if (exitCode !== 0) throw new Error(`by hand: ${commands}\n${stdout}${stderr}`);
  }

  drift(): Promise<EndedWorkflow> {
    const sha = this.git('rev-parse', 'main');
    return runWorkflow(this.workflow('drift', sha), { platform: this.platform, sha });
  }

  /** A workflow of a commit, as a file. */
  private workflow(name: string, sha: string): string {
    const file = join(this.platform.root, 'workflows', sha, `${name}.yml`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${this.git('show', `${sha}:.github/workflows/${name}.yml`)}\n`);
    return file;
  }

  private commit(message: string): void {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', '--message', message);
  }

  private git(...args: readonly string[]): string {
    const identity = ['-c', 'user.name=user', '-c', 'user.email=user@example.com'];
    return execFileSync('git', ['-C', this.folder, ...identity, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  }
}
