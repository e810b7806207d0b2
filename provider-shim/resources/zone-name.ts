import { isUnknown, unknown, type Unknown } from '../../schema';
import type { AnyResource } from '../sdk/framework';
import type { Configured } from './configured';
import type { TellingCall } from './service-messages';

type Values = Readonly<Record<string, unknown>>;

/**
 * A resource whose objects have the name of their zone: nothing else in a saved plan tells a reader which zone it is. The
 * service is asked beside what is asked anyway: in the plan of a new object, and when an object without a name is read, as
 * after an import.
 */
export function withZoneName(resource: AnyResource<Configured>): AnyResource<Configured> {
  return {
    ...resource,
    onStoredState(client, state) {
      const { zone_id: zoneId, zone_name: name } = state;
      if (typeof name === 'string' && name !== '') client.api.zoneNames.set(String(zoneId), name);
      resource.onStoredState?.(client, state);
    },
    async read(call) {
      const { zone_id: zoneId, zone_name: name }: Values = call.state;
      if (name !== null) return resource.read(call);
      const told = call.client.api.zoneNames.get(String(zoneId));
      const asked = told ? Promise.resolve(told) : nameOf(call, zoneId, '');
      const [found, zone_name] = await beside(asked, () => resource.read(call));
      return found && { ...found, zone_name };
    },
    async modifyPlan(call) {
      const { state, plan } = call;
      const rest = async () => resource.modifyPlan?.(call);
      // An object that stays in its zone keeps the name.
      if (!plan || plan['zone_id'] === state?.['zone_id']) return rest();
      // The plan that the engine makes again at apply may have another token: a name that one of them may not read would differ.
      const [planned, zone_name] = await beside(nameOf(call, plan['zone_id'], unknown), rest);
      return { ...planned, zone_name };
    },
    async create(call) {
      const { zone_id: zoneId, zone_name: name }: Values = call.plan;
      if (!isUnknown(name)) return resource.create(call);
      // No creation fails for want of a name: the next read asks for it again.
      const zone_name = await nameOf(call, zoneId, '').catch(() => null);
      return resource.create({ ...call, plan: { ...call.plan, zone_name } });
    },
  };
}

/** The name, and what `run` returns meanwhile. @throws what `run` throws, else what the question for the name does */
async function beside<N, T>(name: Promise<N>, run: () => Promise<T>): Promise<readonly [T, N]> {
  name.catch(() => undefined);
  return [await run(), await name];
}

/** The name of a zone, once its id is known. @param unread in its place when the credentials may not read the zone */
async function nameOf<U>(
  { client, signal }: TellingCall<Configured>,
  zoneId: unknown,
  unread: U,
): Promise<string | U | Unknown> {
  if (!client || typeof zoneId !== 'string') return unknown;
  return (await client.api.zoneDetails(zoneId, { signal })).name ?? unread;
}
