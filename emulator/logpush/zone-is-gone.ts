import { couldNotRoute } from '../errors/published';
import type { Refusal } from '../errors/refusal';
import type { Call } from '../http/operation';

/** Refuses to write to a zone that a reset or another seed replaced while the operation waited. */
export function zoneIsGone({ service, zone }: Call): Refusal | undefined {
  if (service.state.zones.get(zone.id) === zone) return undefined;
  return couldNotRoute(`/zones/${zone.id}/logpush/jobs`);
}
