import type { ProblemLike } from '../../framework';

/** Tells that there is a job which is exactly the one to be made. */
export function announceAdoption(jobId: number): ProblemLike {
  return {
    code: 'job_adopted',
    message: `The zone already has exactly this log push job: ${jobId}.`,
    hint:
      'It may be left over from a run that was ended in the middle. Apply takes it into the state as it is, and makes ' +
      'no second one. If somebody else manages it, give this job a name of its own.',
  };
}

/** Refuses to take a job that another resource is about to change. */
export function claimedByChange(jobId: number): ProblemLike {
  return {
    code: 'job_claimed_twice',
    message: `The log push job ${jobId} belongs to one resource of this configuration, which changes it, and is exactly what another, new one declares.`,
    hint:
      'In one apply, the new resource might take that job before it is changed. Apply the change first (-target), or ' +
      'write a moved block if the new resource is to have this job.',
  };
}

/** Refuses a job that is made twice. */
export function sameJobTwice(jobId: number | undefined): ProblemLike {
  return {
    code: 'job_declared_twice',
    path: ['destination_conf'],
    message: 'Two resources of this configuration declare exactly the same log push job.',
    hint:
      (jobId === undefined ? '' : `One of them has the job ${jobId}. `) +
      'Every log entry would be delivered twice. Keep one of them; if two are meant, give each a name of its own. For a ' +
      'renamed resource write a moved block.',
  };
}

/** Refuses two resources that have one job and want different things of it. */
export function jobDeclaredTwice(jobId: number): ProblemLike {
  return {
    code: 'job_managed_twice',
    path: ['job_id'],
    message: `Two resources of this configuration have the log push job ${jobId}, and declare different things for it.`,
    hint: 'Each apply would undo the other one. Remove one of them with a removed block that has destroy = false.',
  };
}
