import { isRecord, sameValue, type Attribute, type Explanation } from '../../schema';
import type { AnyResource } from '../sdk/framework';
import type { Configured } from './configured';
import { zoneInMessages } from './messages';

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
  const declared = Object.entries(resource.schema.attributes).filter(
    ([, { required, optional, writeOnly }]) => (required ?? optional ?? false) && writeOnly !== true,
  );
  /** What differs, as others change it. */
  const changedNames = (state: Values, found: Values): readonly string[] => {
    const changed = declared.filter(([name, attribute]) => isChanged(attribute, state[name], found[name]));
    return [...new Set(changed.map(([name]) => SHOWN_AS[name] ?? name))];
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

/**
 * Whether a value is another than in the state. The service may have sets in another order than was sent. What is null in
 * the state and has a default, an earlier version did not store: nobody knows what it was.
 */
function isChanged(attribute: Attribute, stored: unknown, found: unknown): boolean {
  const unset = ('default' in attribute ? attribute.default : undefined) ?? null;
  const [was, is] = [stored ?? null, found ?? unset];
  if (was === null && unset !== null) return false;
  if (attribute.nested === 'list' && Array.isArray(was) && Array.isArray(is))
    return (
      was.length !== is.length ||
      was.some((item, index) => isChanged({ ...attribute, nested: 'single' }, item, is[index]))
    );
  if (attribute.nested === 'single' && isRecord(was) && isRecord(is))
    return Object.entries(attribute.attributes).some(([name, inside]) =>
      isChanged(inside, was[name], is[name]),
    );
  const isSet = typeof attribute.type === 'object' && 'set' in attribute.type;
  const ordered = (value: unknown): unknown =>
    isSet && Array.isArray(value) ? [...(value as readonly unknown[])].sort() : value;
  return !sameValue(ordered(was), ordered(is));
}

/** Whether the state comes from an import, which stores what identifies the object and no settings. */
function isImported(state: Values): boolean {
  return ('dataset' in state ? state['dataset'] : state['on_existing']) === null;
}

function changedOutside(object: string, names: readonly string[]): Explanation {
  return {
    message: `Changed outside since the last apply: ${object}: ${names.join(', ')}.`,
    hint:
      'Somebody, or a run that was interrupted, changed it at the service. Apply sets back what the plan shows; what ' +
      'ignore_changes lists stays as it is. To keep the change, write it into the configuration.',
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
