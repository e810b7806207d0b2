import { hasNoRoute } from '../api';
import type { Explanation } from '../../schema';
import type { AnyResource } from '../sdk/framework';
import type { Configured } from './configured';

/**
 * Whether a request failed because its zone is gone. One request for each zone confirms that: where only the permission
 * is missing, the service says so of the zone itself.
 */
export async function isZoneGone(
  { api }: Configured,
  zoneId: string,
  signal: AbortSignal,
  error: unknown,
): Promise<boolean> {
  return hasNoRoute(error) && (await api.zoneDetails(zoneId, { signal })).isGone === true;
}

/**
 * A resource whose objects go with their zone: a read drops them from the state, with a warning for each zone, and a
 * destroy has nothing to do. Whatever else the objects are to become is refused: at plan, unless this run has just dropped
 * them, because a run that leaves a zone must not be in the way of the other zones.
 *
 * @param planned what the plan of an object shows meanwhile, and no object ever has: should the zone be there again at apply,
 *   the engine refuses what nobody was shown
 */
export function goesWithZone(
  resource: AnyResource<Configured>,
  planned: Readonly<Record<string, unknown>>,
): AnyResource<Configured> {
  const { type } = resource.schema;

  /** @returns what `run` returns, or what `otherwise` does when the zone turns out to be gone */
  const unlessGone = async <T>(
    call: { readonly client: Configured | undefined; readonly signal: AbortSignal },
    zoneId: unknown,
    run: () => Promise<T>,
    otherwise: (zoneId: string) => T,
  ): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      const { client, signal } = call;
      if (client === undefined || typeof zoneId !== 'string') throw error;
      if (!(await isZoneGone(client, zoneId, signal, error))) throw error;
      return otherwise(zoneId);
    }
  };
  const refuse =
    ({ client, diagnostics }: RefusingCall) =>
    (zoneId: string) =>
      void diagnostics.error(zoneGone(zoneId, type, client));

  return {
    ...resource,
    read: (call) =>
      unlessGone(
        call,
        call.state['zone_id'],
        () => resource.read(call),
        (zoneId) => {
          if (call.client.runState.markGone(zoneId)) call.diagnostics.warning(dropped(zoneId, call.client));
          return null;
        },
      ),
    create: (call) => unlessGone(call, call.plan['zone_id'], () => resource.create(call), refuse(call)),
    ...(resource.update && {
      update: (call) =>
        unlessGone(call, call.plan['zone_id'], async () => resource.update?.(call), refuse(call)),
    }),
    delete: (call) =>
      unlessGone(
        call,
        call.state['zone_id'],
        () => resource.delete(call),
        () => undefined,
      ),
    ...(resource.modifyPlan && {
      modifyPlan: async (call) => {
        const { client, state, plan, diagnostics } = call;
        const zoneId = (plan ?? state)?.['zone_id'];
        if (typeof zoneId === 'string' && client?.runState.isGone(zoneId)) {
          if (!plan) return undefined;
          diagnostics.warning(zoneGone(zoneId, type, client));
          return planned;
        }
        return unlessGone(call, plan?.['zone_id'], async () => resource.modifyPlan?.(call), refuse(call));
      },
    }),
  };
}

interface RefusingCall {
  readonly client: Configured | undefined;
  readonly diagnostics: { readonly error: (problem: Explanation) => void };
}

function dropped(zoneId: string, { service }: Configured): Explanation {
  return {
    message: `Zone ${zoneId} no longer exists: what the state has of it is dropped.`,
    hint:
      `The service at ${service} knows no zone of this id. Remove what the configuration declares for it. If the zone ` +
      'should exist, check that base_url is the service that has it before you apply.',
  };
}

function zoneGone(zoneId: string, type: string, client: Configured | undefined): Explanation {
  return {
    path: ['zone_id'],
    message: `Zone ${zoneId} does not exist.`,
    hint:
      `The service${client ? ` at ${client.service}` : ''} knows no zone of this id: it was deleted, or the id is wrong. ` +
      `Apply cannot write this ${type}. Remove it from the configuration, or correct zone_id or base_url.`,
  };
}
