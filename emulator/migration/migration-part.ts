import type { PreviousWaf } from '../previous-waf/previous-waf';
import { bypassingRules, generatedConfiguration } from './configuration';
import { retiredByMigration, nothingDeployed, validationNeedsEnterprise, migrationIsOver } from './errors';
import { coreRuleSetIsOn, pageRuleSetting } from './previous-settings';
import {
  type Procedure,
  type Migration,
  type Condition,
  type TransitionState,
  type MigrationDocument,
  settledMigration,
  deploysManagedRuleset,
  finishTime,
  previousVersionProtects,
  MIGRATION_PARAMETER,
  readProcedure,
  readTrigger,
  TRANSITIONS,
  newVersionEnabled,
  previousVersionEnabled,
  wordInCheck,
  wordInStatus,
  STORED_MIGRATION,
} from './migration';
import { MANAGED_RULES_OPERATIONS } from '../previous-waf/previous-waf-part';
import { updateEntryPoint } from '../rulesets/rulesets-part';
import { namedPhase } from '../rulesets/named-ruleset';
import { type ZoneOperation, type Answer, type ZoneCall, zoneOperation } from '../service/operation';
import type { ServicePart } from '../service/part';
import { INVALID_VALUE } from '../checks/reader';
import { accepted, Refusal } from '../service/refusal';
import type { Phase } from '../rulesets/phases';
import { readEntryPointUpdate } from '../rulesets/read-bodies';
import type { RuleInput } from '../rulesets/read-rules';
import { ruleContext, saveEntryPoint } from '../rulesets/write-ruleset';
import type { Service } from '../service/service';
import type { Zone } from '../service/zone';
import { timestamp } from '../service/clock';

/**
 * The entry-point update as a step of the migration (docs/internals/service.md 7.1, 7.4). It checks everything first; then it
 * changes the configuration and the state together, so that one version protects the zone at every moment.
 */
function migrate({ service, zone, query, body, dryRun }: ZoneCall, phase: Phase): Answer {
  const trigger = readTrigger(query, phase);
  const procedure = readProcedure(query);
  const sent = accepted(readEntryPointUpdate(body, ruleContext(service, zone, phase)));
  const { rules } = sent;
  if (rules === undefined) return accepted({ ok: false, problems: [RULES_REQUIRED] });

  const current = settledMigration(service, zone);
  const transition = TRANSITIONS[current.state][trigger];
  if ('refusal' in transition) throw transition.refusal();
  for (const condition of transition.conditions) checkCondition(condition, { zone, procedure, rules });
  if (dryRun) return { result: null };

  const saved = saveEntryPoint(service, zone, phase, sent);
  zone.migration = entered(transition.next, current, service);
  return { result: saved };
}

/** A plain update may leave out the rules; a step of the migration saves them (docs/internals/service.md 7.4). */
const RULES_REQUIRED = { path: ['rules'], code: INVALID_VALUE, message: 'rules is required' };

/** What the conditions of a transition depend on. */
interface Step {
  readonly zone: Zone;
  readonly procedure: Procedure;
  readonly rules: readonly RuleInput[];
}

/** @throws Refusal if the condition is not met */
function checkCondition(condition: Condition, { zone, procedure, rules }: Step): void {
  switch (condition) {
    case 'enterprise zone':
      if (zone.plan !== 'enterprise') throw validationNeedsEnterprise(zone.plan);
      return;
    case 'compatible zone':
      checkEligible(zone.previousWaf, procedure);
      return;
    case 'new version enabled':
      if (!deploysManagedRuleset(rules) && previousVersionProtects(zone)) throw nothingDeployed();
  }
}

/** The state after a transition. A transition to the same state keeps its times. */
function entered(next: TransitionState, current: Migration, service: Service): Migration {
  if (next === current.state) return current;
  const since = service.clock.now();
  switch (next) {
    case 'validation':
      return { state: next, since };
    case 'finishing':
      return { state: next, since, finishesAt: finishTime(since, service.state.settings) };
  }
}

/** docs/internals/service.md 7.4. The answer depends only on the configuration, so it is available in every state. */
const checkCompatibility = zoneOperation(
  'migration.check',
  'GET /waf_migration/check',
  'waf:read',
  ({ service, zone, query }) => {
    const procedure = readProcedure(query);
    const compatible = obstaclesOf(zone.previousWaf, procedure).length === 0;
    const word = wordInCheck(settledMigration(service, zone).state, service.state.settings.model);
    return { result: { compatible, migration_state: word } };
  },
);

/**
 * docs/internals/service.md 7.4. A zone that is not eligible or has finished has no configuration to carry over.
 */
const getConfiguration = zoneOperation(
  'migration.config',
  'GET /waf_migration/config',
  'waf:read',
  ({ service, zone, query }) => {
    const procedure = readProcedure(query);
    if (settledMigration(service, zone).state === 'finished') throw migrationIsOver();
    checkEligible(zone.previousWaf, procedure);
    return { result: zone.generated ?? generatedConfiguration(zone.previousWaf) };
  },
);

/** docs/internals/service.md 7.5, with the names and words of the members. */
const getStatus = zoneOperation('migration.status', 'GET /waf_migration/status', 'waf:read', (call) => {
  const { service, zone } = call;
  const migration = settledMigration(service, zone);
  return {
    result: {
      old_waf_status: enabledWord(previousVersionEnabled(zone)),
      new_waf_status: enabledWord(newVersionEnabled(zone)),
      migration_state: wordInStatus(migration.state, service.state.settings.model),
      source: migration.state === 'start' ? 'defaults' : 'zone',
      created: migration.state === 'start' ? null : timestamp(migration.since),
    },
  };
});

function enabledWord(enabled: boolean): string {
  return enabled ? 'enabled' : 'disabled';
}

/** The migration from the previous managed rules to the new ones (docs/internals/service.md 7). */
export const MIGRATION: ServicePart = {
  operations: [checkCompatibility, getConfiguration, getStatus],
  stored: [STORED_MIGRATION],
  settle: settledMigration,
  extendOperation: (operation) => {
    if (operation === updateEntryPoint) return { ...operation, run: updateOrMigrate };
    if (!MANAGED_RULES_OPERATIONS.includes(operation)) return operation;
    return { ...operation, run: (call) => runUntilMigrated(operation, call) };
  },
};

/** The update of an entry point is a step of the migration if its query says so (docs/internals/service.md 7.4). */
function updateOrMigrate(call: ZoneCall): ReturnType<ZoneOperation['run']> {
  return call.query.has(MIGRATION_PARAMETER) ? migrate(call, namedPhase(call)) : updateEntryPoint.run(call);
}

/**
 * An operation of the previous managed rules works until the zone's migration is finished (docs/internals/service.md
 * 1.1, 7.1). After a write, what the service once generated no longer counts.
 */
async function runUntilMigrated(operation: ZoneOperation, call: ZoneCall): Promise<Answer> {
  const { service, zone, dryRun } = call;
  if (settledMigration(service, zone).state === 'finished') throw retiredByMigration();
  const answer = await operation.run(call);
  if (operation.method !== 'GET' && !dryRun) zone.generated = undefined;
  return answer;
}

/** Firewall rules that can be migrated (docs/internals/service.md 8). */
const MAX_FIREWALL_RULES = 200;

/** Bytes of UTF-8 in the expression of a firewall rule: 4 KB (docs/internals/service.md 8). */
const MAX_MIGRATED_EXPRESSION_BYTES = 4096;

/** The end of messages about obstacles that only support can remove (docs/internals/service.md 2.3). */
const CONTACT_SUPPORT = 'contact support to migrate this zone';

/** The end of messages about phase one, which is over and mostly selected by mistake (docs/internals/service.md 1.3). */
const ADD_PHASE_TWO = '(add phase_two=1 for the current procedure)';

/** What can keep a zone from migrating: a code, and the message if it does. */
type Criterion = readonly [code: number, obstacle: (waf: PreviousWaf) => string | undefined];

/** docs/internals/service.md 7.2, eligibility; docs/internals/service.md 2.3. */
const CRITERIA: readonly Criterion[] = [
  [
    30101,
    ({ uriOverrides: { size } }) =>
      size === 0 ? undefined : `the zone has URI-based overrides (${size}); delete them and check again`,
  ],
  [
    30102,
    (waf) => {
      const { length } = bypassingRules(waf);
      if (length <= MAX_FIREWALL_RULES) return undefined;
      return `${length} firewall rules would have to migrate, more than ${MAX_FIREWALL_RULES}; ${CONTACT_SUPPORT}`;
    },
  ],
  [
    30103,
    (waf) => {
      const long = bypassingRules(waf).filter(
        ({ filter }) => Buffer.byteLength(filter.expression) > MAX_MIGRATED_EXPRESSION_BYTES,
      );
      if (long.length === 0) return undefined;
      const ids = long.map((rule) => rule.id).join(', ');
      return `the expressions of these firewall rules are longer than 4 KB: ${ids}; ${CONTACT_SUPPORT}`;
    },
  ],
];

/** What phase one also wants. */
const CRITERIA_OF_PHASE_ONE: readonly Criterion[] = [
  [
    30104,
    (waf) =>
      waf.enabled && coreRuleSetIsOn(waf)
        ? `phase one is for zones whose previous managed rules are off or have only the first package on ${ADD_PHASE_TWO}`
        : undefined,
  ],
  [
    30104,
    (waf) =>
      bypassingRules(waf).length > 0 ||
      [...waf.pageRules.values()].some((rule) => pageRuleSetting(rule) !== undefined)
        ? `phase one is for zones without firewall rules and page rules that bypass, enable or disable managed rules ${ADD_PHASE_TWO}`
        : undefined,
  ],
];

/** All obstacles to migrating by this procedure; empty if the zone is compatible. */
function obstaclesOf(waf: PreviousWaf, procedure: Procedure) {
  const criteria = procedure === 'phase one' ? [...CRITERIA, ...CRITERIA_OF_PHASE_ONE] : CRITERIA;
  return criteria.flatMap(([code, obstacle]) => {
    const message = obstacle(waf);
    return message === undefined ? [] : [{ code, message }];
  });
}

/** @throws Refusal with all obstacles */
function checkEligible(waf: PreviousWaf, procedure: Procedure): void {
  const errors = obstaclesOf(waf, procedure);
  if (errors.length > 0) throw new Refusal({ status: 400, errors });
}

/** The part of a seed about it. */
export interface SeedMigration {
  /** Its migration to the new managed rules. @default - not begun */
  readonly migration?: MigrationDocument;
}
