import { logpushJobsSchema } from '../../schema';
import type { FailedCheck, UndeclaredJob } from './model';
import { resourcesIn, type PlanJson } from './plan-json';
import { member, textOf, type Json } from '../json';
import type { ZoneNames } from './zone-names';

/** The checks of a plan that did not pass. */
export function failedChecks(stack: string, { checks = [] }: PlanJson): readonly FailedCheck[] {
  return checks.flatMap(({ address, status, instances = [] }) =>
    status === 'pass'
      ? []
      : [
          {
            stack,
            address: address.to_display,
            status,
            messages: instances.flatMap(({ problems = [] }) => problems.map(({ message }) => message)),
          },
        ],
  );
}

/** The jobs that the data sources of the plan report as undeclared, each once. */
export function undeclaredJobs(stack: string, plan: PlanJson, zones: ZoneNames): readonly UndeclaredJob[] {
  const found = resourcesIn(plan.prior_state?.values?.root_module)
    .filter(({ mode, type }) => mode === 'data' && type === logpushJobsSchema.type)
    .flatMap(({ values = null }) => {
      const zone = zones.of(values);
      const jobs = member(values, 'undeclared_jobs');
      if (zone === undefined || !Array.isArray(jobs)) return [];
      return (jobs as readonly Json[]).map((job) => ({
        stack,
        zone,
        job_id: Number(member(job, 'job_id') ?? 0),
        name: textOf(job, 'name') ?? '',
        dataset: textOf(job, 'dataset') ?? '',
        destination: textOf(job, 'destination') ?? '',
        import_id: textOf(job, 'import_id') ?? '',
      }));
    });
  return [...new Map(found.map((job) => [`${job.zone.id} ${job.job_id}`, job])).values()];
}
