import type { Explanation } from '../../schema';
import type { AnyResource } from '../sdk/framework';
import type { Configured } from './configured';
import { zoneInMessages } from './messages';
import { declarable, differences } from './stored-form';

type Values = Readonly<Record<string, unknown>>;

/**
 * A resource whose reads warn of what was changed or deleted at the service since the last apply: a plan shows the change
 * back, and the creation, but not why.
 *
 * @param id the attribute with the id of the object, null for one that was never there
 * @param inWords an object as a message names it
 */
export function tellsOutsideChanges(
  resource: AnyResource<Configured>,
  id: string,
  inWords: (state: Values) => string,
): AnyResource<Configured> {
  const declared = declarable(resource.schema);
  /** What differs, as others change it. */
  const changedNames = (state: Values, found: Values): readonly string[] => {
    const changed = differences(declared, state, found).map(({ path: [name] }) => String(name));
    return [...new Set(changed.map((name) => SHOWN_AS[name] ?? name))];
  };
  return {
    ...resource,
    async read(call) {
      const found = await resource.read(call);
      const { client, state, signal, diagnostics } = call;
      const { zone_id: zoneId } = state as Values;
      const changed = found === null || isImported(state) ? [] : changedNames(state, found);
      const isDeleted = found === null && (state as Values)[id] !== null;
      if (typeof zoneId !== 'string' || (!isDeleted && changed.length === 0)) return found;
      const object = `${inWords(state)} of zone ${await zoneInMessages({ api: client.reads, zoneId, signal })}`;
      diagnostics.warning(isDeleted ? deletedOutside(object) : changedOutside(object, changed));
      return found;
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
  return ('dataset' in state ? state['dataset'] : state['on_existing']) === null;
}

function changedOutside(object: string, names: readonly string[]): Explanation {
  return {
    message: `Changed outside since the last apply: ${object}: ${names.join(', ')}.`,
    hint:
      'Somebody, or a run that was interrupted, changed it at the service, or the service stores a form of its own. Apply ' +
      'sets back what the plan shows; what ignore_changes lists stays as it is. To keep the change, write it into the ' +
      'configuration.',
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
