import type { Explanation } from '../../../schema';
import { importBlock, waysToForget, type ModifyPlanCall } from '../../sdk/framework';
import type { Configured } from '../configured';
import { zoneInMessages } from '../messages';
import { ZoneRulesRegistry } from './registry';
import { ownerOf, type Owner } from './owner';

/** What a zone has one list of: where it is, and what messages call it. */
export interface ZoneList {
  readonly phase: string;
  /** The type of its resource. */
  readonly type: string;
  /** The beginning of the codes of its problems. */
  readonly code: string;
  /** What it is, such as `custom log fields`. */
  readonly what: string;
  /** The same after it has been named, such as `fields`. */
  readonly part: string;
  /** The rules that hold it, such as `their rule`. */
  readonly own: string;
  /** What follows the zone in an import id of an owner that keeps the rules of others. */
  readonly ofOwner?: string;
}

/** What a zone has: one text in the message, or a line each. */
export type Seen = string | readonly string[];

const inMessage = (seen: Seen): string => (typeof seen === 'string' ? `: ${seen}` : '');
/** A list as messages name it, where an owner keeps the rules of others. */
export function inWords<L extends ZoneList>(list: L, keeper: Owner | undefined): L {
  const { name } = keeper ?? {};
  return name === undefined
    ? list
    : { ...list, what: `${list.what} of the owner ${JSON.stringify(name)}`, ofOwner: `/${name}` };
}

const inHint = (seen: Seen): readonly string[] => (typeof seen === 'string' ? [] : seen);

/** Announces that what others made becomes the object's own: exactly the declared ones. @param means what that means */
export function becomeItsOwn({ what }: ZoneList, zone: string, seen: Seen, means: string): Explanation {
  return {
    path: ['zone_id'],
    message: `Zone ${zone} already has exactly these ${what}${inMessage(seen)}.`,
    hint: [...inHint(seen), `They become those of this resource: ${means}`].join('\n'),
  };
}

/** Refuses to destroy one of two objects of the state that have the list of one zone: both would lose it. */
export function heldTwice({ what, part, type }: ZoneList, zone: string): Explanation {
  return {
    path: ['zone_id'],
    message: `The ${what} of zone ${zone} are in the state twice, and this plan destroys one of the two.`,
    hint:
      `Destroying one would delete the ${part} of the other. If the resource was renamed, use a moved block (moveFromId of the construct) instead of ` +
      `an import. Otherwise, remove the one that goes from the state: ${waysToForget(type)}`,
  };
}

/**
 * Refuses to overwrite what others made, and offers the alternatives.
 *
 * @param zone here and below, as `zoneInMessages` returns it
 * @param at with whether what is declared is known
 */
export function refuseExisting(
  { what, part, type, ofOwner = '' }: ZoneList,
  zone: string,
  at: Readonly<Record<'zoneId' | 'folder', string> & Record<'isMarked' | 'isKnown', boolean>>,
  seen: Seen,
): Explanation {
  return {
    path: ['zone_id'],
    message: `Zone ${zone} already has ${what}${inMessage(seen)}.`,
    hint: [
      ...inHint(seen).map((line) => `  ${line}`),
      ...(at.isKnown ? [] : [KNOWN_AFTER_APPLY]),
      'Nothing of it was changed. To manage them here, add this block to the root module (importFrom of the construct) and plan again. The plan then shows what your configuration changes; what it does not declare is deleted:',
      '',
      importBlock(type, at.zoneId + ofOwner, at.folder),
      '',
      ...(at.isMarked ? [ofAnotherState(part)] : []),
      'In these cases, do this instead:',
      '- after a rename, add a moved block (moveFromId of the construct)',
      '- after a change of zone_id, declare this zone in a resource of its own, and import that: an import to an address that the state has does nothing (if two resources swap their zones, swap their addresses with terraform state mv, through a third name)',
      '- if the resource is tainted, run terraform untaint',
      `- with create_before_destroy, old and new share the ${part} of the zone: declare the former ones again and apply, then change them without a replacement`,
    ].join('\n'),
  };
}

const KNOWN_AFTER_APPLY =
  'What this resource declares is known only after apply. If the zone has exactly that, first apply what it comes from (-target), and plan again.';

function ofAnotherState(part: string): string {
  return `Another Zonewright resource wrote these ${part}. If it is in another state, remove it there first (removed block): otherwise each apply overwrites what the other has.`;
}

/**
 * Says that a change overwrites what another object of Zonewright wrote: with two states that declare a zone, each state
 * overwrites the other at every apply.
 */
export async function warnOfAnother(
  { phase, what, type }: ZoneList,
  call: Pick<ModifyPlanCall<never, Configured>, 'client' | 'privateState' | 'diagnostics' | 'signal'>,
  zoneId: string,
  wrote = '',
): Promise<void> {
  const { client, privateState, diagnostics, signal } = call;
  const owner = ownerOf(privateState);
  if (!client || !owner || !client.runState.of(ZoneRulesRegistry, phase).isOverwritten(owner)) return;
  const zone = await zoneInMessages({ api: client.api, zoneId, signal });
  diagnostics.warning({
    path: ['zone_id'],
    message: `Another Zonewright resource last wrote the ${what} of zone ${zone}, and apply overwrites them.`,
    hint:
      `${wrote}If that resource is in another Terraform state, both states declare this zone, and each apply overwrites what the ` +
      `other has. Keep the zone in one state. To remove it from this one, ${waysToForget(type)}`,
  });
}

/** Warns that a destroy deletes what the zone had before the object. */
export function rulesBeforeAreDeleted({ what, part, type }: ZoneList, zone: string): Explanation {
  return {
    path: ['zone_id'],
    message: `This plan deletes the ${what} of zone ${zone}, which the zone had before this resource.`,
    hint: `(If another resource of this plan declares the zone, its ${part} stay.) To stop managing the ${part} and leave them as they are, ${waysToForget(type)}`,
  };
}

/** Warns that a destroy deletes what somebody else changed. */
export function changedIsDeleted(
  { what, part, type }: ZoneList,
  zone: string,
  now: readonly string[],
): Explanation {
  return {
    path: ['zone_id'],
    message: `Somebody else changed the ${what} of zone ${zone} since the last apply, and this plan deletes them as they are now.`,
    hint: [...now, `To stop managing the ${part} and leave them, ${waysToForget(type)}`].join('\n'),
  };
}

/** Reports rules that were saved without the `ref` that says whose they are. */
export function marksChanged(
  { what }: ZoneList,
  zone: string,
  sent: readonly unknown[],
  stored: readonly unknown[],
): Explanation {
  return {
    message: `The service does not keep the ref of what it was sent: the ${what} of zone ${zone}.`,
    hint:
      `Sent: ${sent.join(', ')}. Stored: ${stored.join(', ') || 'none'}.\nThe rules were saved and are ` +
      'in the state. But a ref says whose a rule is: without it, a destroy leaves the rule. Find out what changes it, the ' +
      'service or something before it. Then delete these rules at the service, and apply again.',
  };
}

/** Reports that a destroy left the zone as it is. */
export function belongToAnother({ what, part, own }: ZoneList, zone: string, seen: Seen): Explanation {
  return {
    path: ['zone_id'],
    message: `The ${what} of zone ${zone} stay: this resource did not write ${own}.`,
    hint:
      `${typeof seen === 'string' ? `The zone has ${seen}. ` : ''}Another resource, another state or somebody else wrote ${own}, so the resource was removed from the state and ` +
      `nothing was deleted. If nobody needs these ${part}, delete them at the service, or import the zone and destroy that.`,
  };
}

/** Reports what a destroy left because others wrote it beside what this resource wrote. */
export function othersStay({ what }: ZoneList, zone: string, left: Seen): Explanation {
  return {
    path: ['zone_id'],
    message: `Zone ${zone} still has ${what}${inMessage(left)}.`,
    hint: [...inHint(left), 'Others wrote them. Only what this resource wrote was deleted.'].join('\n'),
  };
}
