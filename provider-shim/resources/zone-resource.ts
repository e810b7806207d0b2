import { isUnknown, unknown, type Explanation, type Unknown } from '../../schema';
import { hasNoRoute } from '../api';
import { withDefaults, type AnyResource } from '../sdk/framework';
import type { Configured } from './configured';
import { zoneInMessages } from './messages';
import { Records } from './run-state';
import { telling, type TellingCall } from './service-messages';
import { declarable, differences } from './stored-form';

type Resource = AnyResource<Configured>;
type Values = Readonly<Record<string, unknown>>;

/** An object that messages name when others have changed or deleted it at the service. */
export interface NamedObject {
  /** The attribute with its id, null for one that was never there. */
  readonly id: string;
  readonly inWords: (state: Values) => string;
  /** Looks up, without a request, who may have changed it. @default - nobody knows */
  readonly changedBy?: (call: Parameters<Resource['read']>[0]) => Promise<string | undefined>;
}

/**
 * A resource with what all objects of zones have in common:
 *
 * - Its objects have the name of their zone.
 * - Its calls tell what the service has said meanwhile, and their failures name the zone.
 * - Its objects go with their zone: a read drops them from the state, with a warning for each zone, and a destroy has nothing
 *   to do. Whatever else the objects are to become is refused: at plan, unless this run has just dropped them, because a run
 *   that leaves a zone must not be in the way of the other zones.
 * - What was changed or deleted at the service since the last apply is told.
 *
 * @param object undefined for one that is never told to be changed
 * @param planned what the plan of an object shows while its zone is gone, and no object ever has: should the zone be there
 *   again at apply, the engine refuses what nobody was shown
 */
export function zoneResource(
  unnamed: Resource,
  object?: NamedObject,
  planned: Values = object ? { [object.id]: null } : {},
): Resource {
  const resource = withZoneName(unnamed);
  const { update, importState } = resource;
  const { type } = resource.schema;
  const { read, modifyPlan } = object ? tellingChanges(resource, object) : resource;
  const refuse =
    ({ client, diagnostics }: TellingCall<Configured>) =>
    (zoneId: string) =>
      void diagnostics.error(zoneGone(zoneId, type, client));

  return {
    ...resource,
    ...(importState && { importState: (call) => telling(call, 'plan', () => importState(call)) }),
    create: (call) => inZone(call, 'apply', call.plan, refuse(call), () => resource.create(call)),
    read: (call) => {
      const drop = (zoneId: string): null => {
        if (call.client.runState.markGone(zoneId)) call.diagnostics.warning(dropped(zoneId, call.client));
        return null;
      };
      return inZone(call, 'refresh', call.state, drop, () => read(call));
    },
    ...(update && {
      update: (call) => inZone(call, 'apply', call.plan, refuse(call), () => update(call)),
    }),
    delete: (call) => inZone(call, 'apply', call.state, NOTHING_TO_DO, () => resource.delete(call)),
    ...(modifyPlan && {
      modifyPlan: (call) => {
        const { client, state, plan, diagnostics } = call;
        const zoneId = (plan ?? state)?.['zone_id'];
        const isGone = typeof zoneId === 'string' && client?.runState.isGone(zoneId);
        return inZone(call, 'plan', plan, refuse(call), async () => {
          if (!isGone) return modifyPlan(call);
          if (!plan) return undefined;
          diagnostics.warning(zoneGone(zoneId, type, client));
          return planned;
        });
      },
    }),
  };
}

/**
 * A resource whose objects have the name of their zone: nothing else in a saved plan tells a reader which zone it is. The
 * service is asked beside what is asked anyway: in the plan of a new object, and when an object without a name is read, as
 * after an import.
 */
export function withZoneName(resource: Resource): Resource {
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
  return (await client.api.listedDetails(zoneId, { signal })).name ?? unread;
}

const NOTHING_TO_DO = (): void => undefined;

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

/** @returns what `run` returns, or what `otherwise` does when the zone of the object turns out to be gone */
function inZone<T>(
  call: TellingCall<Configured>,
  at: Parameters<typeof telling>[1],
  object: Values | null,
  otherwise: (zoneId: string) => T,
  run: () => Promise<T>,
): Promise<T> {
  return telling(call, at, async () => {
    try {
      return await run();
    } catch (error) {
      const { client, signal } = call;
      const zoneId = object?.['zone_id'];
      if (client === undefined || typeof zoneId !== 'string') throw error;
      if (!(await isZoneGone(client, zoneId, signal, error))) throw error;
      return otherwise(zoneId);
    }
  });
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

/** What a run knows of an object that others may have changed. */
interface ObjectRecord {
  /** The attributes that its read found changed. */
  changed: readonly string[];
  /** Whether it is planned to be destroyed: then it may be read afterwards. */
  goes: boolean;
}

class OutsideChanges extends Records<ObjectRecord> {
  constructor() {
    super(() => ({ changed: [], goes: false }));
  }
}

/**
 * The calls that tell what was changed or deleted: a plan shows the change back, and the creation, but not why. What was
 * changed to what the configuration declares is no news: it is what an apply left that was killed before it could save the
 * state. Only the plan knows the configuration, so it tells what the read found; with `-refresh-only` there is none, and the
 * engine shows the change itself. What others wrote the read tells at once.
 */
function tellingChanges(
  resource: Resource,
  { id, inWords, changedBy }: NamedObject,
): Required<Pick<Resource, 'read' | 'modifyPlan'>> {
  const { schema } = resource;
  const declared = declarable(schema);
  const differing = (one: Values, other: Values): readonly string[] => {
    const names = differences(declared, one, other).map(({ path: [name] }) => String(name));
    return [...new Set(names)];
  };
  /** Whether an attribute is not what the configuration declares. What ignore_changes lists is there as it was found. */
  const isNews = (config: Values | null, state: Values): ((name: string) => boolean) => {
    const open = config && differing(withDefaults(schema, config as never) as Values, state);
    return (name) => open?.includes(name) ?? true;
  };
  const recordOf = ({ runState }: Configured, state: Values): ObjectRecord =>
    runState.of(OutsideChanges, schema.type).of(JSON.stringify([state['zone_id'], state[id]]));
  const named = async ({ reads }: Configured, state: Values, signal: AbortSignal): Promise<string> =>
    `${inWords(state)} of zone ${await zoneInMessages({ api: reads, zoneId: String(state['zone_id']), signal })}`;
  return {
    async read(call) {
      const found = await resource.read(call);
      const { client, state, signal, diagnostics } = call;
      if (found === null) {
        if ((state as Values)[id] !== null)
          diagnostics.warning(deletedOutside(await named(client, state, signal), await changedBy?.(call)));
        return null;
      }
      const record = recordOf(client, found);
      record.changed = isImported(state) ? [] : differing(state, found);
      const by = record.changed.length > 0 ? await changedBy?.(call) : undefined;
      if (by || (record.goes && record.changed.length > 0)) {
        diagnostics.warning(changedOutside(await named(client, state, signal), record.changed, by));
        // The next plan does not tell it again.
        record.changed = [];
      }
      return found;
    },
    async modifyPlan(call) {
      const { client, state, config, plan, signal, diagnostics } = call;
      if (client && state) {
        const record = recordOf(client, state);
        record.goes = plan === null;
        const changed = record.changed.length > 0 ? record.changed.filter(isNews(config, state)) : [];
        if (changed.length > 0)
          diagnostics.warning(changedOutside(await named(client, state, signal), changed));
      }
      return resource.modifyPlan?.(call);
    },
  };
}

/** The service has the destination itself. */
const SHOWN_AS: Readonly<Record<string, string>> = {
  destination_conf: 'destination',
  destination_conf_wo_version: 'destination',
};

/** Whether the state comes from an import, which stores what identifies the object and no settings. */
function isImported(state: Values): boolean {
  return ('dataset' in state ? state['dataset'] : state['ruleset_id']) === null;
}

function changedOutside(object: string, names: readonly string[], by?: string): Explanation {
  const shown = new Set(names.map((name) => SHOWN_AS[name] ?? name));
  return {
    message: `Changed outside since the last apply: ${object}: ${[...shown].join(', ')}.`,
    hint:
      (by ??
        'Somebody, possibly another configuration, or a run that was interrupted, changed it at the service, or the service ' +
          'stores a form of its own. ') +
      'The plan shows what apply sets back. To keep the change, write it into the configuration, or list the attribute in ' +
      'ignore_changes.',
  };
}

function deletedOutside(object: string, by = ''): Explanation {
  return {
    message: `Deleted outside since the last apply: ${object}.`,
    hint:
      by +
      'It is dropped from the state, so apply creates it again if the configuration still declares it. If it is to stay ' +
      'deleted, remove it from the configuration.',
  };
}
