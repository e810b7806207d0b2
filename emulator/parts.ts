import type { SeedLogpush, SeedTransformers } from './logpush/logpush-part';
import { LOGPUSH } from './logpush/logpush-part';
import type { SeedMigration } from './migration/migration-part';
import { MIGRATION } from './migration/migration-part';
import type { SeedPreviousWaf } from './previous-waf/previous-waf-part';
import { PREVIOUS_WAF } from './previous-waf/previous-waf-part';
import type { SeedRulesets } from './rulesets/rulesets-part';
import { RULESETS } from './rulesets/rulesets-part';
import type { Operation, ServiceOperation } from './service/operation';
import type { PageSection, ServicePart, StoredAccountPart, StoredPart } from './service/part';
import type { Service } from './service/service';
import type { Zone } from './service/zone';
import { ZONES } from './zones/zones-part';

/** The parts of the service. This is the one place where a part is added. */
const PARTS: readonly ServicePart[] = [ZONES, RULESETS, LOGPUSH, PREVIOUS_WAF, MIGRATION];

/** What a seed says about a zone, part by part. */
export interface SeedZoneParts extends SeedRulesets, SeedLogpush, SeedPreviousWaf, SeedMigration {}

/** What a seed says about an account, part by part. */
export type SeedAccountParts = SeedTransformers;

/** All operations of the service. */
export const OPERATIONS: readonly ServiceOperation[] = PARTS.flatMap(({ operations }) => operations).map(
  (operation) => (operation.of === 'account' ? operation : extended(operation)),
);

function extended(operation: Operation): Operation {
  return PARTS.reduce((done, { extendOperation }) => extendOperation?.(done) ?? done, operation);
}

/** What the parts keep for each zone, in the order in which documents show it. */
export const STORED_PARTS: readonly StoredPart[] = PARTS.flatMap(({ stored }) => stored ?? []);

/** What the parts keep for each account. */
export const STORED_ACCOUNT_PARTS: readonly StoredAccountPart[] = PARTS.flatMap(
  ({ storedOfAccounts }) => storedOfAccounts ?? [],
);

/** What the parts show of a zone on the status page. */
export const PAGE_SECTIONS: readonly PageSection[] = PARTS.flatMap(({ page }) => page ?? []).toSorted(
  (one, other) => one.order - other.order,
);

/** Applies what has become due in a zone by the clock. */
export function settleZone(service: Service, zone: Zone): void {
  for (const { settle } of PARTS) settle?.(service, zone);
}
