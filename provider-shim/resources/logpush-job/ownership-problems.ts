import { logpushJobSchema, type Explanation, type Problem } from '../../../schema';
import { waysToForget } from '../../sdk/framework';

/**
 * Warns that an identical job exists and that apply creates a second one. Its last line never changes: programs find it
 * in the output of `plan -json` (docs/guides/ownership.md).
 */
export function equalJobThere(zone: string, jobId: number, importBlock: string): Problem {
  const code = 'equal_job_there';
  return {
    code,
    path: [],
    message: `Zone ${zone} already has a log push job that is exactly like this one: ${jobId}.`,
    hint: [
      `Apply creates a second one, and every log entry is delivered twice, unless job ${jobId} belongs to a resource that the same apply destroys.`,
      `If this is that resource under a new address, add a moved block (moveFromId of the construct). If no state has job ${jobId}, import it instead of creating another:`,
      '',
      importBlock,
      '',
      'If somebody else manages it and both are intended, give this one its own name.',
      '',
      `Code: ${code}`,
    ].join('\n'),
  };
}

/** What turns the job of an interrupted run into the declared one. */
export type Completion = 'none' | 'update' | 'replace';

const COMPLETED: Readonly<Record<Completion, string>> = {
  none: 'Apply puts it into the state and creates no second one.',
  update:
    'The configuration has changed since. Apply puts the job into the state, updates it to the plan, and creates no second one.',
  replace: 'The configuration has changed since. Apply deletes that job and creates the planned one.',
};

/** Warns what happens to a job that an interrupted run created. */
export function creationCompleted(zone: string, jobId: number, action: Completion): Explanation {
  return {
    message: `An earlier run created the log push job ${jobId} of zone ${zone}, but was interrupted before the job was in the state.`,
    hint: COMPLETED[action],
  };
}

/** Warns that the plan replaces a job because an interrupted run began to. */
export function replacementFinished(zone: string, jobId: number, madeId: number): Explanation {
  return {
    message: `An earlier run created the log push job ${madeId} of zone ${zone} to replace job ${jobId}, but was interrupted.`,
    hint:
      'Both jobs deliver, so every log entry is delivered twice. This plan finishes the replacement: apply deletes job ' +
      `${jobId}. To keep job ${jobId} instead, delete job ${madeId} at the service, and plan again.`,
  };
}

/** Warns that a destroy deletes a job that existed before it was imported. */
export function importedIsDeleted(zone: string, jobId: number | null): Explanation {
  return {
    message: `Log push job ${String(jobId)} of zone ${zone} was imported, and this plan deletes it at the service.`,
    hint: `Its destination and secrets cannot be recovered. To keep the job and only stop managing it, ${waysToForget(logpushJobSchema.type)}`,
  };
}

/** Refuses to create the same job twice. */
export function sameJobTwice(jobId: number | undefined): Problem {
  return {
    code: 'job_declared_twice',
    path: ['destination_conf'],
    message: 'Two resources of this configuration declare exactly the same log push job.',
    hint:
      (jobId === undefined ? '' : `One of them has the job ${jobId}. `) +
      'Every log entry would be delivered twice. Keep one of them; if two are intended, give each its own name. For a ' +
      'renamed resource, add a moved block (moveFromId of the construct).',
  };
}

/**
 * Refuses two objects of one job: each would undo what the other does, and destroying one would destroy both.
 *
 * @param zone as returned by `zoneInMessages`
 */
export function jobShared(zone: string, jobId: number): Problem {
  return {
    code: 'job_shared',
    path: ['job_id'],
    message: `Two resources have the same log push job: job ${jobId} of zone ${zone}.`,
    hint: [
      'Only one can keep it. Destroying the other would delete the job that the first still needs, so:',
      '',
      '- If the resource was renamed, replace the import block of the new address with a moved block (moveFromId of the construct).',
      '- If the job is imported at two addresses, remove one of the two import blocks.',
      `- If both are already in the state, remove one of them from the state: ${waysToForget(logpushJobSchema.type)}`,
    ].join('\n'),
  };
}

/** Warns that a destroy kept a job that another object of this apply has taken over. */
export function jobOfAnother(zone: string, jobId: number): Explanation {
  return {
    message: `The log push job ${jobId} of zone ${zone} stays: another resource has it now.`,
    hint:
      'An earlier run was killed before it could record that this job is in the state, so this apply gave it to the ' +
      'resource that declares the same. The destroyed resource was removed from the state; nothing was deleted.',
  };
}
