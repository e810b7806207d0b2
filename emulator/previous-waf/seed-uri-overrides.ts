import type { Reader } from '../checks/reader';
import type { Plan } from '../service/plan';
import type { UriOverride } from './previous-waf';
import { readUriOverride, URI_OVERRIDE_MEMBERS } from './read-uri-override';
import type { Made } from './seed-items';
import { readSeedItems } from './seed-items';

/** The URI-based overrides of a seed; only Enterprise zones have any (docs/service.md 7.7). */
export function readSeedUriOverrides(reader: Reader | undefined, plan: Plan): readonly Made<UriOverride>[] {
  const overrides = readSeedItems<UriOverride>(reader, (item, readId) => {
    const members = item.members(['id', ...URI_OVERRIDE_MEMBERS]);
    const id = readId(members?.optional('id'));
    const override = members && readUriOverride(item, members);
    return override && ((next) => ({ id: id ?? next(), ...override }));
  });
  if (overrides.length > 0 && plan !== 'enterprise')
    reader?.refuse(`the ${plan} plan does not include URI-based overrides`);
  return overrides;
}
