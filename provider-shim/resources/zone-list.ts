import { logCustomFieldsSchema, managedRulesSchema, type Problem } from '../../schema';
import { importBlock, waysToForget, type ModifyPlanCall } from '../sdk/framework';
import type { Configured } from './configured';
import { zoneInMessages } from './messages';
import { ownerOf } from './rule-owner';
import type { ZoneRulesRegistry } from './zone-rules-registry';

/** What a zone has one list of, by the beginning of the codes of its problems. */
const LISTS = {
  fields: {
    what: 'custom log fields',
    part: 'fields',
    takes: 'takes over the fields',
    type: logCustomFieldsSchema.type,
  },
  managed_rules: {
    what: 'managed rules',
    part: 'rules',
    takes: 'replaces the rules',
    type: managedRulesSchema.type,
  },
} as const;

export type ZoneList = keyof typeof LISTS;

const SWAPPED =
  '- if two resources swap their zones, swap their addresses with terraform state mv through a third name, or set on_existing = "adopt" on both';

/** Refuses to destroy one of two objects of the state that have the list of one zone: both would lose it. */
export function heldTwice(list: ZoneList, zone: string): Problem {
  const { what, part, type } = LISTS[list];
  return {
    code: 'zone_held_twice',
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
 * @param zone as `zoneInMessages` returns it
 * @param seen what the zone has: in the message, or one line each
 */
export function refuseExisting(
  list: ZoneList,
  zone: string,
  { zoneId, folder }: { readonly zoneId: string; readonly folder: string },
  seen: string | readonly string[],
): Problem {
  const { what, part, takes, type } = LISTS[list];
  return {
    code: `${list}_exist`,
    path: ['zone_id'],
    message: `Zone ${zone} already has ${what}${typeof seen === 'string' ? `: ${seen}` : ''}.`,
    hint: [
      ...(typeof seen === 'string' ? [] : [...seen.map((line) => `  ${line}`), '']),
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
): Problem {
  const { what, part } = LISTS[list];
  return {
    code: `${list}_unseen`,
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
    code: `${list}_written_by_another`,
    path: ['zone_id'],
    message: `Another Zonewright resource last wrote the ${what} of zone ${zone}, and apply overwrites them.`,
    hint:
      `${wrote}If that resource is in another Terraform state, both states declare this zone, and each apply overwrites what the ` +
      `other has. Keep the zone in one state. To remove it from this one, ${waysToForget(type)}`,
  });
}
