import { notEntitledToPhase } from '../errors/chosen';
import type { Refusal } from '../errors/refusal';
import type { ServiceSettings } from '../service/settings';
import type { Zone } from '../service/zone';
import type { Phase } from './phases';
import { CUSTOM_FIELDS_PHASE } from './phases';

/** Refuses writes to custom log fields outside Enterprise, when the settings ask for it (docs/service.md 4.2). */
export function refusedByPlan(zone: Zone, phase: Phase, settings: ServiceSettings): Refusal | undefined {
  const restricted = settings.enterpriseOnlyCustomFields && phase === CUSTOM_FIELDS_PHASE;
  return restricted && zone.plan !== 'enterprise' ? notEntitledToPhase(phase, zone.plan) : undefined;
}
