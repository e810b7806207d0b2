import type { ApprovedZone, Decision, WaveApproval, ZoneLeftOut } from '../../lib/rollout/wave-approvals';
import { oneLine, shortened } from '../review/phrase';
import { decisionOf } from './former-decisions';
import { namesInWords } from './survey-terminal';

type Entries = Readonly<Record<string, ApprovedZone | ZoneLeftOut>>;

/** What differs from the approval that is replaced, and whose decisions go on. */
export function changeLines(before: WaveApproval, now: WaveApproval): readonly string[] {
  const [all, allBefore] = [entriesOf(now), entriesOf(before)];
  const changes = [
    change('new', now.zones, (id) => !(id in before.zones)),
    change('other rules', now.zones, (id, { digest }) => differs(before.zones[id]?.digest, digest)),
    change('no longer approved', before.zones, (id) => !(id in now.zones)),
    change('left out besides', now.leftOut, (id) => !(id in allBefore)),
    change('left out for another reason', now.leftOut, (id, { reason }) =>
      differs(before.leftOut[id]?.reason, reason),
    ),
    change('no longer in the wave', before.leftOut, (id) => !(id in all)),
    change('renamed', all, (id, { name }) => differs(allBefore[id]?.name, name)),
  ].flat();
  const since = inWords(before);
  const others = decisionLines(before, now).filter((line) => changes.length > 0 || !line.includes(since));
  return changes.length === 0 && others.length === 0
    ? [`  Replaces the approval of ${since}; zones and rules are the same.`]
    : [
        `  Replaces the approval of ${since}${changes.length === 0 ? '; zones and rules are the same' : ''}:`,
        ...changes,
        ...others,
      ];
}

function change<Entry extends { readonly name: string }>(
  what: string,
  entries: Readonly<Record<string, Entry>>,
  holds: (id: string, entry: Entry) => boolean,
): readonly string[] {
  const names = Object.entries(entries).flatMap(([id, entry]) => (holds(id, entry) ? [entry.name] : []));
  return names.length === 0 ? [] : [`    ${what} (${names.length}): ${namesInWords(names)}`];
}

/** The zones that were not approved now, but before, with those who approved them. */
function decisionLines(before: WaveApproval, now: WaveApproval): readonly string[] {
  const names = new Map<string, string[]>();
  for (const [id, zone] of Object.entries(now.zones)) {
    const former = before.zones[id];
    if (former === undefined || former.digest !== zone.digest) continue;
    const decision = inWords(decisionOf(now, zone));
    names.set(decision, [...(names.get(decision) ?? []), zone.name]);
  }
  return [...names].map(
    ([decision, zones]) => `    still approved by ${decision} (${zones.length}): ${namesInWords(zones)}`,
  );
}

function entriesOf({ zones, leftOut }: WaveApproval): Entries {
  return { ...leftOut, ...zones };
}

function differs<T>(before: T | undefined, now: T): boolean {
  return before !== undefined && before !== now;
}

function inWords({ by, at, ticket }: Decision): string {
  return `${safe(by)}, ${safe(ticket)}, ${at}`;
}

/** The longest text of others in a line. */
const LONGEST = 200;

/** A text of others, which can neither steer the terminal nor fill it. */
export function safe(text: string): string {
  return shortened(oneLine(text), LONGEST);
}
