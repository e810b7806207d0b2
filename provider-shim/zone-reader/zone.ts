import {
  KIND_ZONE,
  PHASE_LOG_CUSTOM_FIELDS,
  PHASE_MANAGED_RULES,
  type Problem,
  ACTION_LOG_CUSTOM_FIELD,
  checkConfig,
  EXPRESSION_ALWAYS,
  logCustomFieldsSchema,
} from '../../schema';
import { ServiceError, type ListedZone, type RulesetSummary, type Rule } from '../api';
import { MigrationProblem } from '../resources/migration/status';
import { type Adoptable, declaredIn } from './adoptable';
import { finding, undeclarable } from './finding';
import { readLogpushJobs } from './logpush-jobs';
import { readMigration } from './migration';
import type { AdoptionService } from './service';
import { NOTHING, type Area, type ZoneCall } from './zone-call';
import { logCustomFields } from '../resources/log-custom-fields';
import { effectiveRules } from '../resources/log-custom-fields/rule';
import { importObject } from './import-object';

/** The custom log fields of a zone whose list of rulesets has their phase. */
async function readLogFields({ client, zone, signal }: ZoneCall): Promise<Area> {
  const ruleset = await client.reads.getEntrypoint(zone.id, PHASE_LOG_CUSTOM_FIELDS, { signal });
  if (!ruleset || ruleset.rules.length === 0) return NOTHING;
  const imported = await importObject(logCustomFields, zone.id, client, signal);
  if ('refused' in imported)
    return { objects: [], findings: [undeclarable('The list of custom log fields', imported.refused)] };
  const { zone_id: _zone, ...attributes } = declaredIn(logCustomFieldsSchema.attributes, imported.state);
  const problems = checkConfig(logCustomFieldsSchema, { zone_id: zone.id, ...attributes });
  if (problems.length > 0)
    return { objects: [], findings: [undeclarable('The list of custom log fields', problems)] };
  return {
    objects: [{ type: logCustomFieldsSchema.type, importId: zone.id, attributes }],
    findings: findingsIn(ruleset.rules, imported.state['kept_settings']),
  };
}

function findingsIn(rules: readonly Rule[], kept: unknown): readonly Problem[] {
  const found: Problem[] = [];
  const say = (...said: Parameters<typeof finding>): unknown => found.push(finding(...said));
  const effective = effectiveRules(rules);
  const idle = rules.length - effective.length;
  if (effective.length > 1)
    say(
      'fields_in_several_rules',
      `The custom log fields are in ${effective.length} rules, and are declared as one list.`,
      'The next change of the list writes it as one rule.',
    );
  if (idle > 0)
    say(
      'fields_rules_disabled',
      `${idle === 1 ? 'A disabled rule' : `${idle} disabled rules`} of custom log fields ${idle === 1 ? 'is' : 'are'} not declared.`,
      'The provider leaves disabled rules beside enabled ones as they are.',
    );
  for (const { id, action } of effective.filter((rule) => rule.action !== ACTION_LOG_CUSTOM_FIELD))
    say(
      'fields_rule_of_other_action',
      `Rule ${id} in the phase ${PHASE_LOG_CUSTOM_FIELDS} has the action ${action}, and is not declared.`,
      'The next change of the list removes the rule. Delete or disable it first if that matters.',
    );
  for (const { id, expression } of effective.filter((rule) => rule.expression !== EXPRESSION_ALWAYS))
    say(
      'fields_rule_expression',
      `Rule ${id} of custom log fields has the expression ${JSON.stringify(expression)}, which is not declared.`,
      `The next change of the list writes ${JSON.stringify(EXPRESSION_ALWAYS)}.`,
    );
  if (Array.isArray(kept))
    say(
      'fields_further_members',
      `The rule of custom log fields also has ${kept.join(', ')}, which the provider has no attributes for.`,
      'They stay as they are, also when the list changes.',
    );
  return found;
}

/** All that the provider can declare of a zone, and all else that was seen there. */
export interface ZoneContent {
  readonly zone: ListedZone;
  readonly objects: readonly Adoptable[];
  readonly findings: readonly Problem[];
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
      if (error instanceof MigrationProblem)
        return { objects: [], findings: [unread(what, error.toProblem())] };
      if (!(error instanceof ServiceError) || !REFUSED.includes(error.kind)) throw error;
      refusals.push(error);
      return { objects: [], findings: [unread(what, error.toProblem())] };
    }
  };
  const areas = await Promise.all([
    area('The rulesets', readRulesets(call)),
    area('The log push jobs', readLogpushJobs(call)),
    area('The migration', readMigration(call)),
  ]);
  const [refusal] = refusals;
  if (refusal && refusals.length === areas.length) throw refusal;
  return {
    zone,
    objects: areas.flatMap(({ objects }) => objects),
    findings: areas.flatMap(({ findings }) =>
      findings.map((each) => ({ ...each, message: hide(each.message), hint: hide(each.hint) })),
    ),
  };
}

/** What the service says when it does not show something, and not when it fails. */
const REFUSED: readonly ServiceError['kind'][] = ['authorization', 'not-found', 'invalid', 'conflict'];

function unread(what: string, { message, hint }: Problem): Problem {
  return finding('unreadable', `${what} could not be read. ${message}`, hint);
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
function otherRuleset({ id, name, kind, phase }: RulesetSummary): readonly Problem[] {
  if (kind === 'managed') return [];
  if (kind === KIND_ZONE && [PHASE_LOG_CUSTOM_FIELDS, PHASE_MANAGED_RULES].includes(phase)) return [];
  return [
    finding(
      'ruleset_of_other_phase',
      `Ruleset ${JSON.stringify(name)} (${id}, kind ${kind}, phase ${phase}) is not adopted.`,
      'No resource of this provider declares rulesets of that phase. They stay as they are.',
    ),
  ];
}
