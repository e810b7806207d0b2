import { logCustomFieldsSchema, managedRulesSchema, type Explanation } from '../../../schema';
import { importBlock, waysToForget, type ModifyPlanCall } from '../../sdk/framework';
import type { Configured } from '../configured';
import { zoneInMessages } from '../messages';
import { ownerOf } from './owner';
import type { ZoneRulesRegistry } from './registry';

/** What a zone has one list of. */
const LISTS = {
  fields: {
    what: 'custom log fields',
    part: 'fields',
    takes: 'takes over the fields',
    own: 'their rule',
    type: logCustomFieldsSchema.type,
  },
  managed_rules: {
    what: 'managed rules',
    part: 'rules',
    takes: 'replaces the rules',
    own: 'them',
    type: managedRulesSchema.type,
  },
} as const;

export type ZoneList = keyof typeof LISTS;

/** What a zone has: one text in the message, or a line each. */
export type Seen = string | readonly string[];

const inMessage = (seen: Seen): string => (typeof seen === 'string' ? `: ${seen}` : '');
const inHint = (seen: Seen): readonly string[] => (typeof seen === 'string' ? [] : seen);

const SWAPPED =
  '- if two resources swap their zones, swap their addresses with terraform state mv through a third name, or set on_existing = "adopt" on both';

/** Refuses to destroy one of two objects of the state that have the list of one zone: both would lose it. */
export function heldTwice(list: ZoneList, zone: string): Explanation {
  const { what, part, type } = LISTS[list];
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
 */
export function refuseExisting(
  list: ZoneList,
  zone: string,
  { zoneId, folder }: { readonly zoneId: string; readonly folder: string },
  seen: Seen,
): Explanation {
  const { what, part, takes, type } = LISTS[list];
  return {
    path: ['zone_id'],
    message: `Zone ${zone} already has ${what}${inMessage(seen)}.`,
    hint: [
      ...inHint(seen).map((line) => `  ${line}`),
      'Nothing was changed. To manage them here, add this block to the root module and plan again; the plan then shows what your configuration changes:',
      '',
      importBlock(type, zoneId, folder),
      '',
      `Or set on_existing = "adopt": the next plan shows before and after, and apply ${takes}.`,
      'If this configuration created them:',
      '- after a rename, add a moved block (moveFromId of the construct)',
      '- if the resource is tainted, run terraform untaint',
      `- with create_before_destroy, set on_existing = "adopt", because old and new share the ${part} of the zone`,
      ...(list === 'fields' ? [SWAPPED] : []),
    ].join('\n'),
  };
}

/** Announces what may happen to what a zone has when this plan cannot read it. @param unknown what is known only after apply */
export function announceUnseen(
  list: ZoneList,
  unknown: 'zone' | "provider's configuration" | 'value of on_existing',
): Explanation {
  const { what, part } = LISTS[list];
  return {
    path: ['on_existing'],
    message: `The ${unknown} is not known yet, so this plan cannot show which ${what} will be taken over.`,
    hint:
      `If the zone already has ${part}, apply overwrites them; taken_over and adopted show it afterwards. To see them in a ` +
      `plan, first apply what the ${unknown} comes from (-target), or set on_existing = "refuse".`,
  };
}

/**
 * Says that a change overwrites what another object of Zonewright wrote: with two states that declare a zone, each state
 * overwrites the other at every apply.
 */
export async function warnOfAnother<T>(
  list: ZoneList,
  registry: new () => ZoneRulesRegistry<T>,
  call: Pick<ModifyPlanCall<never, Configured>, 'client' | 'privateState' | 'diagnostics' | 'signal'>,
  zoneId: string,
  wrote = '',
): Promise<void> {
  const { client, privateState, diagnostics, signal } = call;
  const owner = ownerOf(privateState);
  if (!client || !owner || !client.runState.of(registry).isOverwritten(owner)) return;
  const { what, type } = LISTS[list];
  const zone = await zoneInMessages({ api: client.api, zoneId, signal });
  diagnostics.warning({
    path: ['zone_id'],
    message: `Another Zonewright resource last wrote the ${what} of zone ${zone}, and apply overwrites them.`,
    hint:
      `${wrote}If that resource is in another Terraform state, both states declare this zone, and each apply overwrites what the ` +
      `other has. Keep the zone in one state. To remove it from this one, ${waysToForget(type)}`,
  });
}

/** Warns that a destroy also deletes what the zone had before. @param before what is known of that */
export function takenOverIsDeleted(list: ZoneList, zone: string, before: string): Explanation {
  const { what, part, type } = LISTS[list];
  return {
    path: ['zone_id'],
    message: `This plan deletes the ${what} of zone ${zone}, which this resource took over from somebody else.`,
    hint: `${before}(If another resource of this plan declares the zone, its ${part} stay.) To stop managing the ${part} and leave them as they are, ${waysToForget(type)}`,
  };
}

/** Warns that a destroy deletes what somebody else changed. */
export function changedIsDeleted(list: ZoneList, zone: string, now: readonly string[]): Explanation {
  const { what, part, type } = LISTS[list];
  return {
    path: ['zone_id'],
    message: `Somebody else changed the ${what} of zone ${zone} since the last apply, and this plan deletes them as they are now.`,
    hint: [...now, `To stop managing the ${part} and leave them, ${waysToForget(type)}`].join('\n'),
  };
}

/** Reports that a destroy left the zone as it is. */
export function belongToAnother(list: ZoneList, zone: string, seen: Seen): Explanation {
  const { what, part, own } = LISTS[list];
  return {
    path: ['zone_id'],
    message: `The ${what} of zone ${zone} stay: this resource did not write ${own}.`,
    hint:
      `${typeof seen === 'string' ? `The zone has ${seen}. ` : ''}Another resource, another state or somebody else wrote ${own}, so the resource was removed from the state and ` +
      `nothing was deleted. If nobody needs these ${part}, delete them at the service, or import the zone and destroy that.`,
  };
}

/** Reports what a destroy left because others wrote it beside what this resource wrote. */
export function othersStay(list: ZoneList, zone: string, left: Seen): Explanation {
  return {
    path: ['zone_id'],
    message: `Zone ${zone} still has ${LISTS[list].what}${inMessage(left)}.`,
    hint: [...inHint(left), 'Others wrote them. Only what this resource wrote was deleted.'].join('\n'),
  };
}
