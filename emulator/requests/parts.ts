import { type SeedLogpush, LOGPUSH } from '../logpush/logpush-part';
import { type SeedMigration, MIGRATION } from '../migration/migration-part';
import { type SeedPreviousWaf, type SeedWafPackages, PREVIOUS_WAF } from '../previous-waf/previous-waf-part';
import { type SeedManagedRulesets, type SeedRulesets, RULESETS } from '../rulesets/rulesets-part';
import type { ZoneOperation, ServiceOperation } from '../service/operation';
import type { ServicePart, SharedPart } from '../service/part';
import type { Service } from '../service/service';
import type { Zone } from '../service/zone';
import { ZONES } from '../zones/zones-part';

/** The parts of the service. This is the one place where a part is added. */
const PARTS: readonly ServicePart[] = [ZONES, RULESETS, LOGPUSH, PREVIOUS_WAF, MIGRATION];

/** What a seed says about a zone, part by part. */
export interface SeedZoneParts extends SeedRulesets, SeedLogpush, SeedPreviousWaf, SeedMigration {}

/** What a seed says about all zones together, part by part. */
export interface SeedSharedParts extends SeedManagedRulesets, SeedWafPackages {}

/** All operations of the service. */
export const OPERATIONS: readonly ServiceOperation[] = PARTS.flatMap(({ operations }) => operations).map(
  (operation) => (operation.of === 'zone' ? extended(operation) : operation),
);

function extended(operation: ZoneOperation): ZoneOperation {
  return PARTS.reduce((done, { extendOperation }) => extendOperation?.(done) ?? done, operation);
}

/** What the parts keep for each zone, in the order in which documents show it. */
export const STORED_OF_ZONES = PARTS.flatMap(({ stored }) => stored ?? []);

/** What the parts keep for all zones together, in the order in which documents show it. */
export const SHARED_PARTS: readonly SharedPart[] = PARTS.flatMap(({ shared }) => shared ?? []);

/** Applies what has become due in a zone by the clock. */
export function settleZone(service: Service, zone: Zone): void {
  for (const { settle } of PARTS) settle?.(service, zone);
}
