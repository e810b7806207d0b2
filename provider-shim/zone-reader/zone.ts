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
import type { AdoptionService } from './service';
import { logCustomFields } from '../resources/log-custom-fields';
import { effectiveRules } from '../resources/log-custom-fields/rule';
import { settingsOf } from '../resources/logpush-job/settings';
import { REFUSALS } from '../resources/messages';
import { managedRules } from '../resources/managed-rules';
import { managedRulesMigration } from '../resources/migration';
import { adjusted, type Adjustments } from '../resources/migration/adjustments';
import { readConfiguration } from '../resources/migration/previous-waf';
import { MigrationProblem, statusIfKept } from '../resources/migration/status';
import { digestOf, savedRules } from '../resources/rules/rule';

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
      const isOfService = error instanceof ServiceError && REFUSALS.includes(error.kind);
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

/** The migration of a zone, if it has begun; and the managed rules, which are the zone's own once it has finished. */
async function readMigration(call: ZoneCall): Promise<Area> {
  const { client, zone, signal } = call;
  const state = (await statusIfKept(client.reads, zone.id, signal))?.state;
  switch (state) {
    case undefined: {
      const rules = await readManagedRules(call);
      return rules.objects.length > 0 ? rules : undeclared(RETIRED, ...rules.findings);
    }
    case 'start':
      return undeclared(NOT_BEGUN, ...(await prematureRules(call)));
    case 'finishing':
      return undeclared(
        finding(
          'The migration to the new managed rules is finishing, and is not adopted yet.',
          'Adopt again with --again once the migration has finished, within an hour.',
        ),
      );
    case 'validation':
      return declared(call, state);
    case 'finished': {
      const rules = await readManagedRules(call);
      // Once a migration has finished, nothing is left to declare of it.
      if (rules.objects.length > 0) return rules;
      const migration = await declared(call, state);
      return { ...migration, findings: [...migration.findings, ...rules.findings] };
    }
  }
}

const NOT_BEGUN = finding(
  'The migration to the new managed rules has not begun; the previous ones are not adopted.',
  'To begin, declare a zone_managed_rules_migration (docs/guides/migrate.md).',
);

const RETIRED = finding(
  'The service no longer says whether the zone has migrated to the new managed rules, and it has none to adopt.',
  'To deploy some, declare a zone_managed_rules.',
);

/** Rules of the new version in a zone that has not migrated; the migration replaces them. */
async function prematureRules(call: ZoneCall): Promise<readonly Finding[]> {
  if (!(await hasManagedRules(call))) return [];
  return [
    finding(
      `The zone already has a ruleset of the phase ${PHASE_MANAGED_RULES}, which is not adopted.`,
      'The migration replaces its rules, and shows them in its plan first.',
    ),
  ];
}

async function hasManagedRules({ client, zone, signal }: ZoneCall): Promise<boolean> {
  const summaries = await client.reads.listRulesets(zone.id, { signal });
  return summaries.some(({ kind, phase }) => kind === KIND_ZONE && phase === PHASE_MANAGED_RULES);
}

async function declared(call: ZoneCall, state: 'validation' | 'finished'): Promise<Area> {
  const area = await declaredObject(call, managedRulesMigration, { subject: 'The migration' });
  const [migration] = area.objects;
  if (!migration) return area;
  if (state === 'finished') {
    // Nothing tells its adjustments from what was generated, and there is nothing left to adjust.
    const { adjustments: _none, ...attributes } = migration.attributes;
    return { ...area, objects: [{ ...migration, attributes }] };
  }
  return (await isGenerated(call, (migration.attributes['adjustments'] ?? {}) as Adjustments))
    ? area
    : undeclared(
        finding(
          'The migration is in validation and is not adopted: its rules were edited in a way that adjustments cannot express.',
          'Its next apply would restore the generated rules. Finish the migration, or undo the edits, and adopt again with --again.',
        ),
      );
}

/** Whether the rules of a zone in validation are those that the service generates, with the adjustments. */
async function isGenerated(
  { client: { reads }, zone, signal }: ZoneCall,
  adjustments: Adjustments,
): Promise<boolean> {
  const [configuration, entryPoint] = await Promise.all([
    readConfiguration(reads, zone.id, signal),
    reads.getEntrypoint(zone.id, PHASE_MANAGED_RULES, { signal }),
  ]);
  if (!configuration.available) return false;
  const generated = adjusted(configuration.rules, adjustments);
  return digestOf(savedRules(generated)) === digestOf(savedRules(entryPoint?.rules ?? []));
}

/** The managed rules of a zone that has finished its migration. */
async function readManagedRules(call: ZoneCall): Promise<Area> {
  const { client, zone, signal } = call;
  if (!(await hasManagedRules(call))) return NOTHING;
  const ruleset = await client.reads.getEntrypoint(zone.id, PHASE_MANAGED_RULES, { signal });
  if (!ruleset || ruleset.rules.length === 0) return NOTHING;
  return declaredObject(call, managedRules, {
    subject: 'The list of managed rules',
    findingsOf: (state) => [...otherRules(state['other_rules']), ...keptSettings(state['kept_settings'])],
  });
}

function otherRules(rules: unknown): readonly Finding[] {
  const list = Array.isArray(rules) ? rules.filter(isRecord) : [];
  return list.map((rule) =>
    finding(
      `Rule ${String(rule['id'])} of the managed rules (${String(rule['action'])}) is not declared: ${String(rule['reason']).replace(/\.$/, '')}.`,
      'It stays where it is, also when the managed rules change.',
    ),
  );
}

function keptSettings(settings: unknown): readonly Finding[] {
  const byName = isRecord(settings) ? Object.entries(settings) : [];
  return byName.map(([name, json]) =>
    finding(
      `The rule ${JSON.stringify(name)} of the managed rules also has ${String(json)}, which the provider has no attributes for.`,
      'It stays as it is, also when the rule changes.',
    ),
  );
}
