import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { runProgram } from '../../../cli/engine/process';
import type { Env } from './workflow';

/** `.gitlab-ci.yml`, as far as the example uses it. */
interface Pipeline {
  readonly default: { readonly before_script: readonly string[] };
  readonly [job: string]: unknown;
}

interface Job {
  readonly script: readonly string[];
  readonly variables?: Env;
  readonly artifacts?: {
    readonly paths: readonly string[];
    readonly reports?: Readonly<Record<string, string>>;
  };
}

/** How a job ended. */
export interface EndedJob {
  readonly exitCode: number;
  readonly output: string;
  /** The folder with its artifacts. */
  readonly artifacts: string;
}

/** Runs a job of a pipeline on a fresh runner: the script before and the job's own, as GitLab's runner does, in one shell. */
export async function runJob(
  file: string,
  name: string,
  { root, repository, sha, env }: { root: string; repository: string; sha: string; env: NodeJS.ProcessEnv },
): Promise<EndedJob> {
  const pipeline = parse(readFileSync(file, 'utf8')) as Pipeline;
  const job = pipeline[name] as Job;
  const place = mkdtempSync(join(root, 'gitlab-'));
  const [workspace, home, artifacts] = ['builds/example/zones', 'home', 'artifacts'].map((each) => {
    mkdirSync(join(place, each), { recursive: true });
    return join(place, each);
  }) as [string, string, string];
  const checkout = [
    'git init --quiet',
    `git remote add origin 'file://${repository}'`,
    `git fetch --quiet --depth=20 origin ${sha}`,
    `git checkout --quiet --force FETCH_HEAD`,
  ];
  const script = [...checkout, ...pipeline.default.before_script, ...job.script].join('\n');
  const { exitCode, stdout, stderr } = await runProgram('bash', ['-c', `set -eo pipefail\n${script}`], {
    cwd: workspace,
    env: { ...env, ...job.variables, HOME: home, CI: 'true', CI_COMMIT_SHA: sha },
  });
  const { paths = [], reports = {} } = job.artifacts ?? {};
  for (const path of [...paths, ...Object.values(reports)].filter((each) =>
    existsSync(join(workspace, each)),
  ))
    cpSync(join(workspace, path), join(artifacts, path), { recursive: true });
  return { exitCode, output: `${stdout}${stderr}`, artifacts };
}
