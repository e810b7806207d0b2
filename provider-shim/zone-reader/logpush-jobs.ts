import {
  checkConfig,
  isRecord,
  JOB_SETTINGS,
  logpushJobSchema,
  OUTPUT_SETTINGS,
  type JsonObject,
  type OutputSetting,
  type OutputType,
  type Problem,
} from '../../schema';
import type { LogpushJob } from '../api';
import { settingsOf } from '../resources/logpush-job/settings';
import { declaredIn } from './adoptable';
import { finding, undeclarable } from './finding';
import type { Area, ZoneCall } from './zone-call';

/** All log push jobs of a zone. */
export async function readLogpushJobs({ client, zone, signal }: ZoneCall): Promise<Area> {
  const jobs = await client.reads.listLogpushJobs(zone.id, { signal });
  const areas = [...jobs].sort((a, b) => a.id - b.id).map((job) => jobIn(zone.id, job));
  return {
    objects: areas.flatMap(({ objects }) => objects),
    findings: areas.flatMap(({ findings }) => findings),
  };
}

/** Kinds of jobs that a job of the provider can have (docs/internals/service.md 5.2). */
const KINDS = ['', 'edge'];

function jobIn(zoneId: string, job: LogpushJob): Area {
  const { id, name, dataset, destination_conf: destination } = job;
  const subject = `Log push job ${id}${name === '' ? '' : ` (${name})`}`;
  if (!KINDS.includes(job.kind))
    return {
      objects: [],
      findings: [
        finding(
          'job_of_other_kind',
          `${subject} is not adopted: its kind is ${JSON.stringify(job.kind)}.`,
          'The provider has jobs of the kinds "" and "edge".',
        ),
      ],
    };
  const attributes = withoutUsualTexts(declaredIn(JOB_SETTINGS, settingsOf(job)));
  const problems = checkConfig(logpushJobSchema, {
    zone_id: zoneId,
    destination_conf: destination,
    ...attributes,
  });
  if (problems.length > 0) return { objects: [], findings: [undeclarable(subject, problems)] };
  const adoptable = {
    type: logpushJobSchema.type,
    importId: `${zoneId}/${id}`,
    attributes,
    destination,
    job: { id, name, dataset },
  };
  return { objects: [adoptable], findings: furtherSettings(subject, job) };
}

/** Leaves out texts around records that are the default of their output type. */
function withoutUsualTexts(attributes: JsonObject): JsonObject {
  const output = attributes['output_options'];
  if (!isRecord(output)) return attributes;
  const type = (output['output_type'] ?? OUTPUT_SETTINGS.output_type.default) as OutputType;
  const members = Object.entries(output).filter(([name, value]) => {
    const { defaultByType } = (OUTPUT_SETTINGS as Readonly<Record<string, OutputSetting>>)[name] ?? {};
    return defaultByType === undefined || defaultByType[type] !== value;
  });
  return { ...attributes, output_options: Object.fromEntries(members) };
}

/** Settings that the provider has no attribute for. */
function furtherSettings(subject: string, { kept }: LogpushJob): readonly Problem[] {
  if (kept.length === 0) return [];
  return [
    finding(
      'job_further_settings',
      `${subject} also has ${kept.join(', ')}, which the provider has no attributes for.`,
      'They stay as they are, also when the job is changed; a job that is created again does not have them.',
    ),
  ];
}
