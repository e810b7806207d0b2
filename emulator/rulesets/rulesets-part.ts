import type { ServicePart } from '../service/part';
import { type SeedManagedRuleset, SHARED_MANAGED_RULESETS } from './managed-rulesets-seed';
import { RULE_OPERATIONS, RULESET_OPERATIONS, getVersion } from './ruleset-operations';
import { type SeedRuleset, STORED_RULESETS } from './rulesets-seed';
import { accepted } from '../service/refusal';
import { zoneOperation } from '../service/operation';
import { noEntryPoint } from './errors';
import { checkMaySave, namedPhase } from './named-ruleset';
import { readEntryPointUpdate } from './read-bodies';
import { ruleContext, saveEntryPoint } from './write-ruleset';

/** The entry point of a phase (docs/internals/service.md 3.3). */
const getEntryPoint = zoneOperation(
  'rulesets.entrypoint.get',
  'GET /rulesets/phases/:phase/entrypoint',
  'rulesets:read',
  (call) => {
    const phase = namedPhase(call);
    const ruleset = call.zone.rulesets.get(phase);
    if (ruleset === undefined) throw noEntryPoint(phase);
    return { result: ruleset };
  },
);

/**
 * Creates the ruleset if the phase has none (docs/internals/service.md 3.3). Also a step of the migration
 * (docs/internals/service.md 7.4).
 */
export const updateEntryPoint = zoneOperation(
  'rulesets.entrypoint.update',
  'PUT /rulesets/phases/:phase/entrypoint',
  'rulesets:edit',
  (call) => {
    const { service, zone, body, dryRun } = call;
    const { settings } = service.state;
    const phase = namedPhase(call);
    const sent = accepted(readEntryPointUpdate(body, ruleContext(service, zone, phase)));
    checkMaySave(zone, phase, sent.rules ?? zone.rulesets.get(phase)?.rules ?? [], settings);
    if (dryRun) return { result: null };
    return { result: saveEntryPoint(service, zone, phase, sent) };
  },
);

/**
 * Rulesets, their rules and versions: custom log fields, the new managed rules, and the rulesets of other phases, which
 * are only stored (docs/internals/service.md 3).
 */
export const RULESETS: ServicePart = {
  operations: [...RULESET_OPERATIONS, getEntryPoint, updateEntryPoint, ...RULE_OPERATIONS, getVersion],
  stored: [STORED_RULESETS],
  shared: SHARED_MANAGED_RULESETS,
};

/** The part of a seed about them. */
export interface SeedRulesets {
  /** Its rulesets: entry points and custom ones. @default - none */
  readonly rulesets?: readonly SeedRuleset[];
}

/** The part of a seed about the rulesets that the service maintains for all zones. */
export interface SeedManagedRulesets {
  /** Managed rulesets besides the emulator's samples, or in their place. @default - none */
  readonly managed_rulesets?: readonly SeedManagedRuleset[];
}
