import { INVALID_VALUE } from '../checks/reader';
import { accepted } from '../errors/refusal';
import type { Phase } from '../rulesets/phases';
import { readEntryPointUpdate } from '../rulesets/read-bodies';
import type { RuleInput } from '../rulesets/read-rules';
import { wholeRuleset } from '../rulesets/ruleset';
import { ruleContext, saveEntryPoint } from '../rulesets/write-ruleset';
import type { Answer, ZoneCall } from '../service/operation';
import type { Service } from '../service/service';
import type { Zone } from '../service/zone';
import { checkEligible } from './eligibility';
import { nothingDeployed, validationNeedsEnterprise } from './errors';
import type { Migration } from './migration';
import { deploysManagedRuleset, finishTime, previousVersionProtects, settledMigration } from './migration';
import type { Condition, Procedure, TransitionState } from './transitions';
import { readProcedure, readTrigger, TRANSITIONS } from './transitions';

/**
 * The entry-point update as a step of the migration (docs/internals/service.md 7.1, 7.4). It checks everything first; then it
 * changes the configuration and the state together, so that one version protects the zone at every moment.
 */
export function migrate({ service, zone, query, body, dryRun }: ZoneCall, phase: Phase): Answer {
  const trigger = readTrigger(query, phase);
  const procedure = readProcedure(query);
  const sent = accepted(readEntryPointUpdate(body, ruleContext(service, zone, phase)));
  const { rules } = sent;
  if (rules === undefined) return accepted({ ok: false, problems: [RULES_REQUIRED] });

  const current = settledMigration(service, zone);
  const transition = TRANSITIONS[current.state][trigger];
  if ('refusal' in transition) throw transition.refusal();
  for (const condition of transition.conditions) checkCondition(condition, { zone, procedure, rules });
  if (dryRun) return { kind: 'result', result: null };

  const saved = saveEntryPoint(service, zone, phase, sent);
  zone.migration = entered(transition.next, current, service);
  return { kind: 'result', result: wholeRuleset(saved, service.state.settings) };
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
