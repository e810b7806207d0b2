import { describeFunction } from '../description/function';

/** Lets a data source be read while jobs that it names are still to be created. */
export const knownJobIdsFunction = describeFunction({
  name: 'known_job_ids',
  summary: 'The numbers of those log push jobs that exist already.',
  description:
    'The elements of a list that are known while a plan is made, without nulls: of `job_id` of each `zone_logpush_job`, ' +
    'those of the jobs that exist. Only for `declared_job_ids` of `zone_logpush_jobs`, by way of a local value: it is then read in every plan. ' +
    'In a resource, a result that grows in the apply is an error of the engine.',
  parameters: [
    {
      name: 'job_ids',
      type: { list: 'int' },
      allowUnknown: true,
      description: '`job_id` of each declared job, known or not.',
    },
  ],
  returns: { list: 'int' },
});
