import type { Explanation, ObjectSchema } from '../../../schema';
import type { ServiceError } from '../../api';
import { createInstead, importIdMalformed } from '../import-id';
import { keptIn, listed, zoneInMessages, type ZonePlace } from '../messages';
import { importBlock, waysToForget } from '../suggested-blocks';
import type { DeclaredTwice } from './registry';
import type { Owner } from './owner';

/** What the rules of a zone do, by the names of attributes: what is declared, and what a read finds beside it. */
export type Content = Readonly<Record<string, unknown>>;

/** What a zone has one list of: where it is, and what messages call it. Zones are as `zoneInMessages` returns them. */
export interface ZoneList<C = never> {
  readonly phase: string;
  readonly schema: Pick<ObjectSchema, 'type'>;
  /** What it is, such as `custom log fields`. */
  readonly what: string;
  /** Present if objects can keep the rules of others. */
  readonly keeper?: unknown;

  readonly said: (content: C) => Seen;
  /** What differs between two contents, a line each, but for what is kept. @default what there is now */
  readonly changes?: (before: C, now: C) => readonly string[];
  /** Set if a zone must not be without the rules for a moment. */
  readonly mustNotPause?: true;
}

/** What a zone has: one text in the message, or a line each. */
export type Seen = string | readonly string[];

/** The end of a message that says it in one text. */
const inMessage = (seen: Seen): string => (typeof seen === 'string' ? `: ${seen}` : '');
/** The lines of a hint for what has one each. */
const inHint = (seen: Seen): readonly string[] =>
  typeof seen === 'string' ? [] : seen.map((line) => `  ${line}`);
/** A sentence that says it, where it is one text. */
const inSentence = (who: string, seen: Seen): string => (typeof seen === 'string' ? `${who} ${seen}. ` : '');
const told = (who: string, seen: Seen): readonly string[] => [
  `${who}${inMessage(seen) || ':'}`,
  ...inHint(seen),
];

function ofZone(message: string, ...hint: readonly Seen[]): Explanation {
  return { path: ['zone_id'], message, hint: hint.flat().join('\n') };
}

/** The block that keeps an object whose address changes. */
export function movedBlock(type: string): string {
  return `\n  moved {\n    from = ${type}.OLD\n    to   = ${type}.NEW\n  }`;
}

/** What messages say of the rules of a zone. It asks for the zone's name, so call it only for a message that is shown. */
export async function wordsFor<C extends Content>(
  list: ZoneList<C>,
  place: ZonePlace,
  keeper?: Owner,
): Promise<Words<C>> {
  return wordsOf(list, await zoneInMessages(place), keeper);
}

export type Words<C extends Content> = ReturnType<typeof wordsOf<C>>;

/** @param zone as `zoneInMessages` returns it @param keeper the owner, where the rules of others are kept */
export function wordsOf<C extends Content>(
  list: ZoneList<C>,
  zone: string,
  { name: keeper }: Partial<Owner> = {},
) {
  const { said } = list;
  const { type } = list.schema;
  const what = keeper === undefined ? list.what : `${list.what} of the owner ${JSON.stringify(keeper)}`;
  const forgetting = waysToForget(type);
  const changes = (before: C, now: C): Seen =>
    list.changes ? [...list.changes(before, now), ...keptChanges(before, now)] : said(now);
  return {
    /** Announces that what the zone has becomes the object's own: exactly the declared ones. */
    becomeItsOwn(content: C, ofAnother: boolean): Explanation {
      // If the apply destroys the other object in another process, which comes first is chance.
      const wrote =
        `Another ${type} object wrote them. If this plan destroys it, as after a rename, the zone may have no ${what} ` +
        `for a moment. Add this block instead, with its old and its new address:\n${movedBlock(type)}`;
      const means = [
        'They become those of this resource: apply writes them again, with new ids, and destroying it deletes them. To keep the ids, import the zone instead.',
        ...(ofAnother ? [wrote] : []),
      ];
      const seen = said(content);
      return ofZone(
        `Zone ${zone} already has exactly these ${what}${inMessage(seen)}.`,
        inHint(seen),
        keeper === undefined
          ? means
          : 'They become those of this resource, and keep their ids: an interrupted run left them, or another configuration has this owner. Then use another one, or each apply removes what the other has besides.',
      );
    },

    /** Refuses a change of the owner to one that has other rules: they would be taken away. */
    ownerTaken: (theirs: C): Explanation => ({
      path: ['owner'],
      message: `The owner ${JSON.stringify(keeper)} has other rules in zone ${zone} already.`,
      hint: [
        inHint(said(theirs)),
        'With one owner, each of two objects would remove the rules of the other. Use another owner. If a change to this one was interrupted, apply that again as it was.',
      ]
        .flat()
        .join('\n'),
    }),

    /** Refuses two resources of one zone, where each would take away what the other has. */
    declaredTwice({ one, other, owners: [owner, another] }: DeclaredTwice<C>): Explanation {
      if (owner !== undefined && owner === another)
        return {
          path: ['owner'],
          message: `Two resources of this configuration have the owner ${JSON.stringify(owner)} in zone ${zone}.`,
          hint: `The owner says whose a rule is. Use another one, or keep one resource. If it was renamed, add this block:\n${movedBlock(type)}`,
        };
      const has = (content: C | 'unknown'): Seen =>
        content === 'unknown' ? 'what is known after apply' : said(content);
      return ofZone(
        `Two resources of this configuration declare the ${list.what} of zone ${zone}${(owner ?? another) ? ', and only one of them keeps the rules of others' : ''}.`,
        told('One has', has(one)),
        told('The other has', has(other)),
        `A zone has one list of ${what}, so each apply would overwrite one with the other. Keep one resource that has all of them${list.keeper ? ', or set others = "keep" and an owner in each' : ''}.`,
        `To remove the other without touching the zone, ${forgetting}`,
      );
    },

    /** Refuses a replacement that would leave rules of others, and then not be made beside them. */
    othersInTheWay(staying: C): Explanation {
      return ofZone(
        `The ${what} of zone ${zone} cannot be replaced: beside them are rules that this resource did not write${inMessage(said(staying))}.`,
        inHint(said(staying)),
        'A replacement deletes the rules of this resource, and would not create them again beside others.',
        'Apply without -replace (or untaint the resource; after a rename, add a moved block): an update keeps what is declared and removes the rest.',
      );
    },

    /**
     * Refuses to apply a plan that was made for something else.
     *
     * @param now undefined where there is nothing
     * @param isUntouched whether nothing was written before it was seen
     */
    changedSincePlan(before: C, now: C | undefined, isUntouched = keeper === undefined): Explanation {
      const seen = now === undefined ? 'there are none now' : changes(before, now);
      return ofZone(
        `The ${what} of zone ${zone} changed since this plan was made${inMessage(seen)}.`,
        typeof seen === 'string'
          ? []
          : told('The zone has now, compared with what the plan was made for', seen),
        `${isUntouched ? 'They were left as they are. ' : ''}Plan again: the new plan shows what would change now.`,
      );
    },

    /** Warns of what somebody else saved during an apply. @param theirs undefined where nobody knows them */
    overwritten(before: Seen, theirs: Seen | undefined, now: Seen, differences: Seen): Explanation {
      return ofZone(
        `Somebody else changed the ${what} of zone ${zone} during this apply, and apply overwrote that change.`,
        told('Before both', before),
        told('Theirs', theirs ?? 'not known, because the service does not return that version'),
        told('Now', now),
        differences,
        'To restore their change, add it to the configuration and apply.',
      );
    },

    /** Refuses to import what is not there. */
    nothingToImport: (isMoved: boolean): Explanation & { readonly code: string } => ({
      code: 'nothing_to_import',
      message: `Zone ${zone} has no ${keeper === undefined ? `${what} that ${type} can express` : what}, so there is nothing to import.`,
      hint: createInstead(isMoved, `the ${what}`),
    }),

    /** Refuses to destroy one of two objects of the state that have the list of one zone: both would lose it. */
    heldTwice: (): Explanation =>
      ofZone(
        `The ${what} of zone ${zone} are in the state twice, and this plan destroys one of the two.`,
        `Destroying one would delete the ${what} of the other. If the resource was renamed, use a moved block (moveFromId of the construct) instead of ` +
          `an import. Otherwise, remove the one that goes from the state: ${forgetting}`,
      ),

    /** Refuses to destroy one object and to create another one in its zone, where a moment without the rules matters. */
    createdAnew: (): Explanation =>
      ofZone(
        `This plan destroys the ${what} of zone ${zone} at one address and creates them at another.`,
        `Until they are created again, the zone would run no ${what}. If the resource was renamed or moved, add this ` +
          `block, with its old and its new address:\n${movedBlock(type)}\n`,
        `Otherwise, or if it is the deposed object of an interrupted replacement, take the old one out of the state first: ${forgetting}`,
      ),

    /** Refuses to overwrite what others made, and offers the alternatives. @param at with whether what is declared is known */
    refuseExisting(
      content: C,
      at: Readonly<Record<'zoneId' | 'folder', string> & Record<'isMarked' | 'isKnown', boolean>>,
    ): Explanation {
      const seen = said(content);
      const id = [at.zoneId, ...(keeper === undefined ? [] : [keeper])].join('/');
      return ofZone(
        `Zone ${zone} already has ${what}${inMessage(seen)}.`,
        inHint(seen),
        at.isKnown ? [] : [KNOWN_AFTER_APPLY],
        'Nothing of it was changed. To manage them here, add this block to the root module (importFrom of the construct) and plan again. The plan then shows what your configuration changes; what it does not declare is deleted:',
        '',
        importBlock(type, id, at.folder),
        '',
        at.isMarked ? [ofAnotherState(what)] : [],
        'In these cases, do this instead:',
        '- after a rename, add a moved block (moveFromId of the construct)',
        '- after a change of zone_id, declare this zone in a resource of its own, and import that: an import to an address that the state has does nothing (if two resources swap their zones, swap their addresses with terraform state mv, through a third name)',
        '- if the resource is tainted, run terraform untaint',
        `- with create_before_destroy, old and new share the ${what} of the zone: declare the former ones again and apply, then change them without a replacement`,
      );
    },

    /** Warns that a destroy deletes what the zone had before the object. */
    rulesBeforeAreDeleted: (): Explanation =>
      ofZone(
        `This plan deletes the ${what} of zone ${zone}, which the zone had before this resource.`,
        `(If another resource of this plan declares the zone, they stay.) To stop managing them and leave them as they are, ${forgetting}`,
      ),

    /** Warns that a destroy deletes more than the object has declared. */
    keptGoes: (kept: readonly string[]): Explanation =>
      ofZone(
        `This plan deletes the ${what} of zone ${zone} with what this resource cannot express.`,
        listed(kept.map((one) => `goes: ${one}`)),
        `To leave it, stop managing the ${what}: ${forgetting}`,
      ),

    /** Warns that a destroy deletes what somebody else changed. */
    changedIsDeleted: (before: C, now: C): Explanation =>
      ofZone(
        `Somebody else changed the ${what} of zone ${zone} since the last apply, and this plan deletes them as they are now.`,
        told('Now, compared with the last apply', changes(before, now)),
        `Rules that others added stay. To stop managing them and leave them, ${forgetting}`,
      ),

    /** Reports rules that were saved without the `ref` that says whose they are. */
    marksChanged: (sent: readonly unknown[], stored: readonly unknown[]): Explanation => ({
      message: `The service does not keep the ref of what it was sent: the ${what} of zone ${zone}.`,
      hint:
        `Sent: ${sent.join(', ')}. Stored: ${stored.join(', ') || 'none'}.\nThe rules were saved and are ` +
        'in the state. But a ref says whose a rule is: without it, a destroy leaves the rule. Find out what changes it, the ' +
        'service or something before it. Then delete these rules at the service, and apply again.',
    }),

    /** Reports that a destroy left the zone as it is. */
    belongToAnother: (theirs: C): Explanation =>
      ofZone(
        `The ${what} of zone ${zone} stay: this resource did not write them.`,
        `${inSentence('The zone has', said(theirs))}Another resource, another state or somebody else wrote them, so the resource was removed from the state and ` +
          `nothing was deleted. If nobody needs them, delete them at the service, or import the zone and destroy that.`,
      ),

    /** Reports what a destroy left because others wrote it beside what this resource wrote. */
    othersStay: (left: Seen): Explanation =>
      ofZone(
        `Zone ${zone} still has ${what}${inMessage(left)}.`,
        inHint(left),
        'Others wrote them. Only what this resource wrote was deleted.',
      ),
  };
}

/** What differs in what is kept, a line each; nothing where the one is only declared. */
function keptChanges({ kept_settings: before }: Content, { kept_settings: now }: Content): readonly string[] {
  if (before === undefined || now === undefined) return [];
  const [old, kept] = [keptIn(before), keptIn(now)];
  return [
    ...old.filter((one) => !kept.includes(one)).map((one) => `- ${one}`),
    ...kept.filter((one) => !old.includes(one)).map((one) => `+ ${one}`),
  ];
}

/** Refuses an import id that names no zone. */
export function idMalformed({ what, keeper }: ZoneList, id: string): Explanation {
  const example = 'such as "023e105f4ecef8ad9ca31a8372d0c353": 32 hexadecimal digits';
  const further = keeper ? ' Behind it may be "/" and an owner that keeps the rules of others.' : '';
  return importIdMalformed(id, 'a zone id', `Import ${what} by the id of their zone, ${example}.${further}`);
}

/** Reports what the service refuses at apply. @param key of a request for one rule beside those of others */
export function refusedRule(
  { request, status, codes }: ServiceError,
  path: Explanation['path'],
  said: string,
  key: string | undefined,
): Explanation {
  const saved =
    key === undefined
      ? 'Nothing was saved: all rules are saved together.'
      : 'Rules are saved one by one: the next apply goes on here.';
  return {
    path,
    message: `The service refuses this: ${said}.`,
    hint: `${saved} Correct what the message names. (${request.method} ${request.path}: ${status ?? ''} ${codes.join(', ')})`,
  };
}

const KNOWN_AFTER_APPLY =
  'What this resource declares is known only after apply. If the zone has exactly that, first apply what it comes from (-target), and plan again.';

function ofAnotherState(what: string): string {
  return `Another Zonewright resource wrote these ${what}. If it is in another state, remove it there first (removed block): otherwise each apply overwrites what the other has.`;
}
