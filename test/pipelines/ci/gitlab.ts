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
  readonly environment?: string | { readonly name: string; readonly action?: string };
  readonly variables?: Env;
  readonly artifacts?: {
    readonly paths: readonly string[];
    readonly reports?: Readonly<Record<string, string>>;
  };
}

/** A variable of the project. @see https://docs.gitlab.com/ci/variables/ */
export interface ProjectVariable {
  readonly key: string;
  readonly value: string;
  /** The environments that have it; `*` stands for any text. */
  readonly scope: string;
  /** Whether only pipelines of protected branches have it. */
  readonly isProtected: boolean;
}

/** What a pipeline runs for. */
export interface PipelineRun {
  readonly root: string;
  readonly repository: string;
  readonly sha: string;
  /** Whether its branch is protected; that of a merge request is not. */
  readonly isProtected: boolean;
  readonly variables: readonly ProjectVariable[];
  /** What the machine and the platform set. */
  readonly env: NodeJS.ProcessEnv;
}

/** How a job ended. */
export interface EndedJob {
  readonly exitCode: number;
  /** The environment that it is a deployment to. */
  readonly deployed: string | undefined;
  readonly output: string;
  /** The folder with its artifacts. */
  readonly artifacts: string;
}

/** Runs a job of a pipeline on a fresh runner: the script before and the job's own, as GitLab's runner does, in one shell. */
export async function runJob(
  file: string,
  name: string,
  { root, repository, sha, isProtected, variables, env }: PipelineRun,
): Promise<EndedJob> {
  const pipeline = parse(readFileSync(file, 'utf8')) as Pipeline;
  const job = pipeline[name] as Job;
  const environment = typeof job.environment === 'string' ? { name: job.environment } : job.environment;
  const granted = variables
    .filter((each) => isProtected || !each.isProtected)
    .filter(({ scope }) => matches(environment?.name, scope))
    .map(({ key, value }) => [key, value] as const);
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
    env: {
      ...env,
      ...Object.fromEntries(granted),
      ...job.variables,
      HOME: home,
      CI: 'true',
      CI_COMMIT_SHA: sha,
    },
  });
  const { paths = [], reports = {} } = job.artifacts ?? {};
  for (const path of [...paths, ...Object.values(reports)].filter((each) =>
    existsSync(join(workspace, each)),
  ))
    cpSync(join(workspace, path), join(artifacts, path), { recursive: true });
  const deployed = environment?.action === undefined ? environment?.name : undefined;
  return { exitCode, deployed, output: `${stdout}${stderr}`, artifacts };
}

/** A job without an environment has the variables of the scope `*` alone. */
function matches(environment: string | undefined, scope: string): boolean {
  if (environment === undefined) return scope === '*';
  return new RegExp(`^${scope.replaceAll('*', '.*')}$`).test(environment);
}
