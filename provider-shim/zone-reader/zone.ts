import { KIND_ZONE, PHASE_LOG_CUSTOM_FIELDS, PHASE_MANAGED_RULES, type Problem } from '../../schema';
import { ServiceError, type ListedZone, type RulesetSummary } from '../api';
import { MigrationProblem } from '../resources/migration/status';
import type { Adoptable } from './adoptable';
import { finding } from './finding';
import { readLogFields } from './log-fields';
import { readLogpushJobs } from './logpush-jobs';
import { readMigration } from './migration';
import type { AdoptionService } from './service';
import { NOTHING, type Area, type ZoneCall } from './zone-call';

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
  { configured: client, inventory }: AdoptionService,
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
    findings: areas.flatMap(({ findings }) => findings),
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
