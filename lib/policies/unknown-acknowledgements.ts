import { Annotations, Aspects } from 'cdktf';
import type { IConstruct } from 'constructs';
import { nearest } from '../../schema';
import { acknowledgementsOf } from './acknowledgements';

/** The ids of an aspect's policies. */
export const POLICY_IDS = Symbol.for('zonewright/PolicyIds');

/** Constructs whose acknowledgements were checked: several aspects visit the same. */
const CHECKED = new WeakSet<IConstruct>();

/**
 * Reports acknowledgements that acknowledge nothing, because no policy with their id is in force: mostly a misspelled
 * id, or a policy that was removed.
 *
 * @param construct that an aspect visits: its acknowledgements are checked, and those of the constructs around it
 */
export function reportUnknownAcknowledgements(construct: IConstruct): void {
  for (
    let holder: IConstruct | undefined = construct;
    holder !== undefined && !CHECKED.has(holder);
    holder = holder.node.scope
  ) {
    CHECKED.add(holder);
    const given = acknowledgementsOf(holder);
    if (given.length === 0) continue;
    const inForce = policiesInForce(holder);
    for (const { policy } of given)
      if (!inForce.includes(policy)) Annotations.of(construct).addError(unknownText(policy, holder, inForce));
  }
}

/** An aspect at any construct around holds for it, and one inside holds for a part of it. */
function policiesInForce(holder: IConstruct): readonly string[] {
  const aspects = [...holder.node.scopes, ...holder.node.findAll()].flatMap((each) => Aspects.of(each).all);
  return [
    ...new Set(aspects.flatMap((aspect) => (POLICY_IDS in aspect ? (aspect[POLICY_IDS] as string[]) : []))),
  ];
}

function unknownText(policy: string, { node }: IConstruct, inForce: readonly string[]): string {
  const near = nearest(policy, inForce);
  return (
    `The acknowledgement of ${policy} (of ${node.path === '' ? 'the app' : node.path}) has no effect: no policy of this ` +
    `id is in force. ${near === undefined ? '' : `Did you mean ${near}? `}In force: ${inForce.join(', ')}. Correct the ` +
    'id, or remove the acknowledgement.'
  );
}
