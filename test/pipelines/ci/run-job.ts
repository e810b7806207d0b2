import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { runAction } from './actions';
import { evaluate, holds, interpolate, type Contexts, type Status } from './expressions';
import type { Platform } from './platform';
import type { Env, Job, Step, Workflow } from './workflow';

/** A run of a workflow, as its jobs see it. */
export interface WorkflowRun {
  readonly platform: Platform;
  readonly id: number;
  readonly workflow: Workflow;
  /** The contexts `github` and `vars`. */
  readonly contexts: Contexts;
  readonly sha: string;
  /** Variables that the platform sets for the event, such as `GITHUB_BASE_REF`. */
  readonly variables: Env;
  /** Sees the shell of each step while it runs, to kill it. */
  readonly onStep?: (job: string, step: string, shell: ChildProcess) => void;
}

/** What a step printed, and how it ended. */
export interface EndedStep {
  readonly name: string;
  readonly outcome: Status;
  readonly output: string;
}

export interface EndedJob {
  readonly name: string;
  readonly result: Status;
  readonly outputs: Env;
  readonly steps: readonly EndedStep[];
  /** Milliseconds. */
  readonly duration: number;
}

/** Runs a job on a fresh runner: an empty folder of its own for the workspace, and another for its home. */
export async function runJob(run: WorkflowRun, job: Job, contexts: Contexts): Promise<EndedJob> {
  const began = performance.now();
  const root = mkdtempSync(join(tmpdir(), 'zonewright-runner-'));
  // A job without an environment has none of the secrets.
  const secrets = run.platform.settings.secrets[job.environment ?? ''] ?? {};
  const runner = new Runner(run, job, { ...run.contexts, ...contexts, secrets }, root);
  try {
    const name = interpolate(job.name ?? '', runner.contexts);
    for (const step of job.steps) await runner.step(name, step);
    const outputs = interpolated(job.outputs, runner.contexts);
    const { status: result, steps } = runner;
    return { name, result, outputs, steps, duration: performance.now() - began };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

class Runner {
  status: Status = 'success';
  readonly steps: EndedStep[] = [];
  readonly contexts: Contexts;
  private readonly workspace: string;
  private readonly home: string;
  private readonly stepContexts: Record<string, { outputs: Env; outcome: Status }> = {};

  constructor(
    private readonly run: WorkflowRun,
    private readonly job: Job,
    contexts: Contexts,
    root: string,
  ) {
    this.contexts = { ...contexts, steps: this.stepContexts };
    this.workspace = join(root, 'work', 'zones');
    this.home = join(root, 'home');
    for (const folder of [this.workspace, this.home]) mkdirSync(folder, { recursive: true });
  }

  async step(job: string, step: Step): Promise<void> {
    if (!holds(step.if, this.contexts, this.status)) return;
    const name = step.name ?? step.uses ?? step.run ?? '';
    const { outcome, output, outputs } = await this.outcomeOf(job, name, step);
    this.steps.push({ name, outcome, output });
    if (step.id !== undefined) this.stepContexts[step.id] = { outputs, outcome };
    if (outcome !== 'success') this.status = outcome;
  }

  private async outcomeOf(
    job: string,
    name: string,
    step: Step,
  ): Promise<{ readonly outcome: Status; readonly output: string; readonly outputs: Env }> {
    if (step.run !== undefined) return this.script(job, name, step.run, step.env);
    const { platform, id, sha } = this.run;
    const inputs = interpolated(step.with, this.contexts);
    try {
      runAction(step.uses ?? '', inputs, { platform, run: id, sha, workspace: this.workspace });
      return { outcome: 'success', output: '', outputs: {} };
    } catch (error) {
      return { outcome: 'failure', output: String(error), outputs: {} };
    }
  }

  private async script(
    job: string,
    name: string,
    text: string,
    own: Env | undefined,
  ): ReturnType<Runner['outcomeOf']> {
    const file = join(this.home, 'step.sh');
    const outputFile = join(this.home, 'output');
    writeFileSync(file, interpolate(text, this.contexts));
    writeFileSync(outputFile, '');
    const shell = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', file], {
      cwd: this.workspace,
      env: { ...this.environment(own), GITHUB_OUTPUT: outputFile },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const log = join(this.home, 'log');
    writeFileSync(log, '');
    for (const stream of [shell.stdout, shell.stderr])
      stream.on('data', (data: Buffer) => appendFileSync(log, data));
    const ended = new Promise<number | null>((resolve) => void shell.once('close', resolve));
    this.run.onStep?.(job, name, shell);
    const code = await ended;
    const outputs = Object.fromEntries(
      readFileSync(outputFile, 'utf8')
        .split('\n')
        .filter((line) => line.includes('='))
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    return { outcome: code === 0 ? 'success' : 'failure', output: readFileSync(log, 'utf8'), outputs };
  }

  private environment(own: Env | undefined): NodeJS.ProcessEnv {
    const { platform, workflow, variables, id, sha } = this.run;
    const { programs, machine, apiUrl } = platform;
    const path = [programs, process.env['PATH']].join(delimiter);
    return {
      ...machine,
      PATH: path,
      HOME: this.home,
      TMPDIR: process.env['TMPDIR'] ?? tmpdir(),
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: apiUrl,
      GITHUB_REPOSITORY: 'example/zones',
      GITHUB_RUN_ID: String(id),
      GITHUB_SHA: sha,
      ...variables,
      ...interpolated(workflow.env, this.contexts),
      ...interpolated(this.job.env, this.contexts),
      ...interpolated(own, this.contexts),
    };
  }
}

/** The rows of a job's matrix; a job without one has a single empty row. */
export function rowsOf({ strategy }: Job, contexts: Contexts): readonly Contexts[] {
  if (strategy === undefined) return [{}];
  return (evaluate(strategy.matrix, contexts) as { readonly include: readonly Contexts[] }).include;
}

function interpolated(
  values: Readonly<Record<string, string | number | boolean>> = {},
  contexts: Contexts,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, interpolate(String(value), contexts)]),
  );
}
