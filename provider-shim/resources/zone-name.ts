import { isUnknown, unknown } from '../../schema';
import type { AnyResource } from '../sdk/framework';
import type { Configured } from './configured';

type Resource = AnyResource<Configured>;
type Values = Readonly<Record<string, unknown>>;

/** Where to look up the name of a zone. */
interface Place {
  readonly client: Configured;
  readonly zoneId: string;
  readonly signal: AbortSignal;
}

/** The names that objects of the state have, by the ids of their zones. */
class StoredNames extends Map<string, string> {}

/**
 * A resource whose objects have the name of their zone: from nothing else in a saved plan does a reader know the zone. The
 * service is asked for a name that no state has, and beside what is asked anyway: in the plan of a new object, and when an
 * object without one is read, as after an import.
 */
export function withZoneName(resource: Resource): Resource {
  return {
    ...resource,

    onStoredState(client, state) {
      const { zone_id: zoneId, zone_name: name } = state;
      if (typeof zoneId === 'string' && typeof name === 'string')
        client.runState.of(StoredNames).set(zoneId, name);
      resource.onStoredState?.(client, state);
    },

    async read(call) {
      const { zone_id: zoneId, zone_name: name }: Values = call.state;
      if (name !== null) return resource.read(call);
      const [found, zone_name] = await beside({ ...call, zoneId: String(zoneId) }, () => resource.read(call));
      return found && { ...found, zone_name };
    },

    async modifyPlan(call) {
      const { client, state, plan } = call;
      const rest = async () => resource.modifyPlan?.(call);
      const zoneId = plan?.['zone_id'];
      // An object that stays in its zone keeps the name.
      if (!plan || zoneId === state?.['zone_id']) return rest();
      if (!client || typeof zoneId !== 'string') return { ...(await rest()), zone_name: unknown };
      const [planned, zone_name] = await beside({ ...call, client, zoneId }, rest);
      return { ...planned, zone_name };
    },

    async create(call) {
      const { zone_id: zoneId, zone_name: name }: Values = call.plan;
      if (!isUnknown(name)) return resource.create(call);
      // No creation fails for want of a name: the next read asks for it again.
      const zone_name = await nameOf({ ...call, zoneId: String(zoneId) }).catch(() => null);
      return resource.create({ ...call, plan: { ...call.plan, zone_name } });
    },
  };
}

/** What `run` returns, and the name of the zone. @throws what `run` throws, else what the question for the name does */
async function beside<T>(place: Place, run: () => Promise<T>): Promise<readonly [T, string]> {
  const name = nameOf(place);
  name.catch(() => undefined);
  return [await run(), await name];
}

/** The name of a zone; empty when the credentials may not read the zone. */
async function nameOf({ client: { api, runState }, zoneId, signal }: Place): Promise<string> {
  const known = runState.of(StoredNames).get(zoneId) || api.zoneNames.get(zoneId);
  return known || ((await api.zoneDetails(zoneId, { signal })).name ?? '');
}
