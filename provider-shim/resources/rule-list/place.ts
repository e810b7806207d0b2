import type { Ruleset, ZoneClient } from '../../api';

/** Where rules are written: a zone at the service. */
export interface Place {
  readonly api: ZoneClient;
  readonly zoneId: string;
  readonly signal: AbortSignal;
}

/** The zone-level ruleset of a phase, with its rules; undefined when there is none. */
export function findRuleset(
  { api, zoneId, signal }: Place,
  { phase }: { readonly phase: string },
): Promise<Ruleset | undefined> {
  return api.getEntrypoint(zoneId, phase, { signal });
}
