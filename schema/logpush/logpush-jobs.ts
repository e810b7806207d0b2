import { describe, type MemberAttributes } from '../description/attribute';
import { between } from '../zone/values';
import { zoneToRead } from '../zone/zone-attributes';

/** What identifies a job, and tells people which one it is. */
const JOB = {
  job_id: { type: 'int', computed: true, description: 'Its number at the service.' },
  import_id: {
    type: 'string',
    computed: true,
    description: 'The id of an import block that adopts it: `<zone id>/<job id>`.',
  },
  name: { type: 'string', computed: true, description: 'Its name, `""` when it has none.' },
  dataset: { type: 'string', computed: true, description: 'What it logs.' },
  kind: { type: 'string', computed: true, description: '`""` or `edge`.' },
  enabled: { type: 'bool', computed: true, description: 'Whether log entries are delivered.' },
  destination: {
    type: 'string',
    computed: true,
    description:
      'The part of the destination that holds no secret: the scheme, the host and, for object stores, the path.',
  },
} as const satisfies MemberAttributes;

/** The log push jobs of a zone (docs/internals/service.md 5.2). */
export const logpushJobsSchema = describe({
  type: 'zone_logpush_jobs',
  version: 0,
  description:
    'The log push jobs of a zone, whoever created them, read by every plan: to find jobs that no configuration declares.',
  attributes: {
    ...zoneToRead,
    declared_job_ids: {
      type: { set: 'int' },
      optional: true,
      description:
        'The numbers of the jobs that configurations declare: `job_id` of each `zone_logpush_job`. While one of them is ' +
        'known only after apply, the jobs are read then; with `known_job_ids` in a local value, in every plan. ' +
        'None when omitted.',
      elementChecks: [between(1, Number.MAX_SAFE_INTEGER)],
    },
    jobs: {
      nested: 'list',
      computed: true,
      description: 'All jobs of the zone, by number.',
      attributes: JOB,
    },
    undeclared_jobs: {
      nested: 'list',
      computed: true,
      description:
        'Those of them that `declared_job_ids` does not hold, without those that this run has found in the state: it ' +
        'replaces or destroys them.',
      attributes: JOB,
    },
  },
});
