import { describe, type MemberAttributes } from '../description/attribute';
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
    jobs: {
      nested: 'list',
      computed: true,
      description: 'All jobs of the zone, by number.',
      attributes: JOB,
    },
  },
});
