import {
  KIND_ZONE,
  PHASE_LOG_CUSTOM_FIELDS,
  PHASE_MANAGED_RULES,
  ACTION_LOG_CUSTOM_FIELD,
  checkConfig,
  EXPRESSION_ALWAYS,
  isRecord,
  JOB_SETTINGS,
  logpushJobSchema,
  OUTPUT_SETTINGS,
  type JsonObject,
  type OutputSetting,
  type OutputType,
} from '../../schema';
import { ServiceError, type ListedZone, type RulesetSummary, type Rule, type LogpushJob } from '../api';
import { MigrationProblem } from '../resources/migration/status';
import {
  type Adoptable,
  type Area,
  declaredIn,
  declaredObject,
  finding,
  type Finding,
  NOTHING,
  undeclarable,
  undeclared,
  type ZoneCall,
} from './area';
import { readMigration } from './migration';
import type { AdoptionService } from './service';
import { logCustomFields } from '../resources/log-custom-fields';
import { effectiveRules } from '../resources/log-custom-fields/rule';
import { settingsOf } from '../resources/logpush-job/settings';

/** The custom log fields of a zone whose list of rulesets has their phase. */
async function readLogFields(call: ZoneCall): Promise<Area> {
  const { client, zone, signal } = call;
  const ruleset = await client.reads.getEntrypoint(zone.id, PHASE_LOG_CUSTOM_FIELDS, { signal });
  if (!ruleset || ruleset.rules.length === 0) return NOTHING;
  return declaredObject(call, logCustomFields, {
    subject: 'The list of custom log fields',
    findingsOf: (state) => findingsIn(ruleset.rules, state['kept_settings']),
  });
}

function findingsIn(rules: readonly Rule[], kept: unknown): readonly Finding[] {
  const found: Finding[] = [];
  const say = (...said: Parameters<typeof finding>): unknown => found.push(finding(...said));
  const effective = effectiveRules(rules);
  const idle = rules.length - effective.length;
  if (effective.length > 1)
    say(
      `The custom log fields are in ${effective.length} rules, and are declared as one list.`,
      'The next change of the list writes it as one rule.',
    );
  if (idle > 0)
    say(
      `${idle === 1 ? 'A disabled rule' : `${idle} disabled rules`} of custom log fields ${idle === 1 ? 'is' : 'are'} not declared.`,
      'The provider leaves disabled rules beside enabled ones as they are.',
    );
  for (const { id, action } of effective.filter((rule) => rule.action !== ACTION_LOG_CUSTOM_FIELD))
    say(
      `Rule ${id} in the phase ${PHASE_LOG_CUSTOM_FIELDS} has the action ${action}, and is not declared.`,
      'The next change of the list removes the rule. Delete or disable it first if that matters.',
    );
  for (const { id, expression } of effective.filter((rule) => rule.expression !== EXPRESSION_ALWAYS))
    say(
      `Rule ${id} of custom log fields has the expression ${JSON.stringify(expression)}, which is not declared.`,
      `The next change of the list writes ${JSON.stringify(EXPRESSION_ALWAYS)}.`,
    );
  if (Array.isArray(kept))
    say(
      `The rule of custom log fields also has ${kept.join(', ')}, which the provider has no attributes for.`,
      'They stay as they are, also when the list changes.',
    );
  return found;
}

/** All that the provider can declare of a zone, and all else that was seen there. */
export interface ZoneContent {
  readonly zone: ListedZone;
  readonly objects: readonly Adoptable[];
  readonly findings: readonly Finding[];
}

/**
 * Reads a zone. An area that the service refuses to show is a finding, if another one can be read.
 *
 * @throws ServiceError if the service does not answer, or refuses everything
 */
export async function readZone(
  zone: ListedZone,
  { configured: client, inventory, hide }: AdoptionService,
  signal: AbortSignal,
): Promise<ZoneContent> {
  const call: ZoneCall = { client, inventory, zone, signal };
  const refusals: ServiceError[] = [];
  const area = async (what: string, read: Promise<Area>): Promise<Area> => {
    try {
      return await read;
    } catch (error) {
      const isOfService = error instanceof ServiceError && REFUSED.includes(error.kind);
      if (!isOfService && !(error instanceof MigrationProblem)) throw error;
      if (isOfService) refusals.push(error);
      const { message, hint } = error.toProblem();
      return undeclared(finding(`${what} could not be read. ${message}`, hint));
    }
  };
  const areas = await Promise.all([
    area('The rulesets', readRulesets(call)),
    area('The log push jobs', readLogpushJobs(call)),
    area('The migration', readMigration(call)),
  ]);
  const [refusal] = refusals;
  if (refusal && refusals.length === areas.length) throw refusal;
  const { objects, findings } = together(areas);
  return {
    ...{ zone, objects },
    findings: findings.map((each) => ({ ...each, message: hide(each.message), hint: hide(each.hint) })),
  };
}

function together(areas: readonly Area[]): Area {
  return {
    objects: areas.flatMap(({ objects }) => objects),
    findings: areas.flatMap(({ findings }) => findings),
  };
}

/** What the service says when it does not show something, and not when it fails. */
const REFUSED: readonly ServiceError['kind'][] = ['authorization', 'not-found', 'invalid', 'conflict'];

async function readRulesets(call: ZoneCall): Promise<Area> {
  const { client, zone, signal } = call;
  const summaries = await client.reads.listRulesets(zone.id, { signal });
  const fields = summaries.some(({ kind, phase }) => kind === KIND_ZONE && phase === PHASE_LOG_CUSTOM_FIELDS)
    ? await readLogFields(call)
    : NOTHING;
  return { ...fields, findings: [...fields.findings, ...summaries.flatMap(otherRuleset)] };
}

/** A ruleset that no resource of the provider declares. Managed rulesets belong to the service. */
function otherRuleset({ id, name, kind, phase }: RulesetSummary): readonly Finding[] {
  if (kind === 'managed') return [];
  if (kind === KIND_ZONE && [PHASE_LOG_CUSTOM_FIELDS, PHASE_MANAGED_RULES].includes(phase)) return [];
  return [
    finding(
      `Ruleset ${JSON.stringify(name)} (${id}, kind ${kind}, phase ${phase}) is not adopted.`,
      'No resource of this provider declares rulesets of that phase. They stay as they are.',
    ),
  ];
}

/** All log push jobs of a zone. */
async function readLogpushJobs({ client, zone, signal }: ZoneCall): Promise<Area> {
  const jobs = await client.reads.listLogpushJobs(zone.id, { signal });
  return together([...jobs].sort((a, b) => a.id - b.id).map((job) => jobIn(zone.id, job)));
}

/** Kinds of jobs that a job of the provider can have (docs/internals/service.md 5.2). */
const KINDS = ['', 'edge'];

function jobIn(zoneId: string, job: LogpushJob): Area {
  const { id, name, dataset, destination_conf: destination } = job;
  const subject = `Log push job ${id}${name === '' ? '' : ` (${name})`}`;
  if (!KINDS.includes(job.kind))
    return undeclared(
      finding(
        `${subject} is not adopted: its kind is ${JSON.stringify(job.kind)}.`,
        'The provider has jobs of the kinds "" and "edge".',
      ),
    );
  const attributes = withoutUsualTexts(declaredIn(JOB_SETTINGS, settingsOf(job)));
  const problems = checkConfig(logpushJobSchema, {
    zone_id: zoneId,
    destination_conf: destination,
    ...attributes,
  });
  if (problems.length > 0) return undeclared(undeclarable(subject, problems));
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
function furtherSettings(subject: string, { kept }: LogpushJob): readonly Finding[] {
  if (kept.length === 0) return [];
  return [
    finding(
      `${subject} also has ${kept.join(', ')}, which the provider has no attributes for.`,
      'They stay as they are, also when the job is changed; a job that is created again does not have them.',
    ),
  ];
}
