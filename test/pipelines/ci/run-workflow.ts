import { basename } from 'node:path';
import { concurrently } from '../../../cli/concurrently';
import type { Status, Contexts } from './expressions';
import { holds } from './expressions';
import type { Platform } from './platform';
import { rowsOf, runJob, type EndedJob, type WorkflowRun } from './run-job';
import { needsOf, readWorkflow, type Env } from './workflow';

/** What triggers a workflow. */
export interface Event {
  readonly platform: Platform;
  /** The commit that is checked out. */
  readonly sha: string;
  /** The context `github` besides what every run has. */
  readonly github?: Contexts;
  readonly variables?: Env;
  readonly onStep?: WorkflowRun['onStep'];
}

/** A run that has ended: what became of each job, one for each row of its matrix; none was skipped. */
export interface EndedWorkflow {
  readonly id: number;
  readonly isSuccess: boolean;
  readonly jobs: Readonly<Record<string, readonly EndedJob[]>>;
}

/** Runs the jobs of a workflow in the order of their needs. */
export async function runWorkflow(file: string, event: Event): Promise<EndedWorkflow> {
  const { platform, sha, github, variables = {}, onStep } = event;
  const id = platform.nextId();
  const workflow = readWorkflow(file);
  const contexts = {
    github: { token: 'github-token', run_id: id, run_attempt: 1, ...github },
    vars: platform.settings.vars,
  };
  const run: WorkflowRun = { platform, id, workflow, contexts, sha, variables, onStep };
  const jobs: Record<string, readonly EndedJob[]> = {};
  const needs: Record<string, { readonly result: string; readonly outputs: Env }> = {};
  for (const [name, job] of Object.entries(workflow.jobs)) {
    const before = needsOf(job);
    const needed = Object.fromEntries(before.map((each) => [each, needs[each]]));
    const status: Status = before.every((each) => needs[each]?.result === 'success') ? 'success' : 'failure';
    const known = { ...contexts, needs: needed };
    const rows = holds(job.if, known, status) ? rowsOf(job, known) : [];
    const most = job.strategy?.['max-parallel'] ?? rows.length;
    const ended = await concurrently(rows, most, (row, index) => {
      const strategy = { 'job-index': index };
      return runJob(run, { name, ...job }, { needs: needed, matrix: row, strategy });
    });
    jobs[name] = ended;
    const isSuccess = ended.every(({ result }) => result === 'success');
    needs[name] = {
      result: ended.length === 0 ? 'skipped' : isSuccess ? 'success' : 'failure',
      outputs: ended[0]?.outputs ?? {},
    };
  }
  const isSuccess = Object.values(needs).every(({ result }) => result !== 'failure');
  const head = (github?.['head_sha'] as string | undefined) ?? sha;
  platform.runs.push({ id, workflow: basename(file), head, isSuccess });
  return { id, isSuccess, jobs };
}

/** Whether a run succeeded, and the results of its jobs. */
export function results({ isSuccess, jobs }: EndedWorkflow): object {
  return {
    isSuccess,
    ...Object.fromEntries(Object.entries(jobs).map(([job, rows]) => [job, rows.map(({ result }) => result)])),
  };
}
