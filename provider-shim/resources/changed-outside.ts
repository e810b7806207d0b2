import type { Explanation } from '../../schema';
import { withDefaults, type AnyResource } from '../sdk/framework';
import type { Configured } from './configured';
import { zoneInMessages } from './messages';
import { Records } from './records';
import { declarable, differences } from './stored-form';

type Values = Readonly<Record<string, unknown>>;

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
 * A resource that warns of what was changed or deleted at the service since the last apply: a plan shows the change back,
 * and the creation, but not why. What was changed to what the configuration declares is no news: it is what an apply left
 * that was killed before it could save the state. Only the plan knows the configuration, so it tells what the read found;
 * with `-refresh-only` there is none, and the engine shows the change itself.
 *
 * @param id the attribute with the id of the object, null for one that was never there
 * @param inWords an object as a message names it
 */
export function tellsOutsideChanges(
  resource: AnyResource<Configured>,
  id: string,
  inWords: (state: Values) => string,
): AnyResource<Configured> {
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
    ...resource,
    async read(call) {
      const found = await resource.read(call);
      const { client, state, signal, diagnostics } = call;
      if (found === null) {
        const wasThere = (state as Values)[id] !== null;
        if (wasThere) diagnostics.warning(deletedOutside(await named(client, state, signal)));
        return null;
      }
      const record = recordOf(client, found);
      record.changed = isImported(state) ? [] : differing(state, found);
      if (record.goes && record.changed.length > 0) {
        diagnostics.warning(changedOutside(await named(client, state, signal), record.changed));
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

function changedOutside(object: string, names: readonly string[]): Explanation {
  const shown = new Set(names.map((name) => SHOWN_AS[name] ?? name));
  return {
    message: `Changed outside since the last apply: ${object}: ${[...shown].join(', ')}.`,
    hint:
      'Somebody, or a run that was interrupted, changed it at the service, or the service stores a form of its own. Apply ' +
      'sets back what the plan shows. To keep the change, write it into the configuration, or list the attribute in ' +
      'ignore_changes.',
  };
}

function deletedOutside(object: string): Explanation {
  return {
    message: `Deleted outside since the last apply: ${object}.`,
    hint:
      'It is dropped from the state, so apply creates it again if the configuration still declares it. If it is to stay ' +
      'deleted, remove it from the configuration.',
  };
}
