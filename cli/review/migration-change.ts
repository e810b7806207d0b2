import { isDeepStrictEqual } from 'node:util';
import { savedRulesInWords } from '../../schema';
import { isObject, listIn, member, textOf, textsIn, type Json, type JsonObject } from '../text/json';
import { counted, given } from '../text/words';
import { SENSITIVE, shownValues } from './attribute-changes';
import type { Mark, Row } from './model';
import { predecessor, type ValueChange } from './plan-json';

/** Which way the plan of a `zone_managed_rules_migration` leads its zone (docs/guides/migrate.md, "What a plan shows"). */
export interface MigrationWay {
  /** Empty when the plan changes nothing at the service. */
  readonly step: string;
  readonly from: string;
  readonly to: string;
  /** Whether this plan does what cannot be undone. */
  readonly finishes: boolean;
  /** Whether apply waits for the service to finish. */
  readonly waits: boolean;
}

/** The state that a zone comes to where the plan does not say it. */
const NOT_KNOWN = 'known after apply';

/** Undefined when the plan destroys the object. */
export function wayOf(change: ValueChange): MigrationWay | undefined {
  const { after = null, after_unknown: unknown = null } = change;
  if (after === null) return undefined;
  const before = predecessor(change);
  const step = textOf(after, 'step') ?? '';
  const to = textOf(after, 'migration_state') ?? NOT_KNOWN;
  const isFinishing =
    step === 'wait for the finish' || (step === 'take over' && member(unknown, 'old_waf_status') === true);
  // The plan of a new object says only what the state of the zone will be.
  const taken = step === 'finish' ? 'validation' : to;
  const first = isFinishing ? 'finishing' : member(after, 'taken_over') === true ? taken : 'start';
  const from = textOf(before, 'migration_state') ?? first;
  // What is not known until apply may be the end, unless the target is validation.
  const isOpen = ['target_state', 'step', 'irreversible'].some((name) => member(unknown, name) === true);
  const finishes =
    member(before, 'irreversible') !== true &&
    (step === 'finish' || (isOpen && textOf(after, 'target_state') !== 'validation'));
  // A plan that changes nothing at the service keeps the step of the one before.
  const acts =
    before === null ||
    finishes ||
    from !== to ||
    JSON.stringify(member(before, 'rules')) !== JSON.stringify(member(after, 'rules')) ||
    deletedOverrides(before, after).length > 0 ||
    textOf(before, 'step') !== textOf(after, 'step');
  const waits = member(after, 'wait') !== false && (finishes || (acts && isFinishing));
  return { step: acts ? step : '', from, to, finishes, waits };
}

/** What the steps of the provider are counted as, and what they do. Those that are not here write nothing. */
const STEPS: Readonly<Record<string, readonly [Mark, verb: string]>> = {
  'begin validation': ['validates', 'Begins validation'],
  'delete URI overrides': ['overrides', 'Deletes OVERRIDES and stops there'],
  finish: ['finishes', 'Finishes for good'],
  'take over': ['takes', 'Takes over a migration'],
  'wait for the finish': ['takes', 'Waits for the end of a migration'],
  'save rules': ['changes', 'Saves changed rules'],
};

/** Steps after which the zone cannot go back to what it was, or that delete something of it. */
const ONE_WAY_STEPS: readonly string[] = ['finish', 'begin validation', 'delete URI overrides'];

/** Whether the change belongs among those that are shown first. */
export function isOneWay({ step, finishes }: MigrationWay): boolean {
  return finishes || ONE_WAY_STEPS.includes(step);
}

/** Whether apply writes something at the service. */
export function writesRules({ step }: MigrationWay): boolean {
  return !['', 'wait for the finish', 'take over', 'skip'].includes(step);
}

/** What is known of a change besides its way. */
interface KnownOfChange {
  /** What it counts as if its step says no more. */
  readonly kindMark: Mark;
  readonly reason: string | null;
  /** The attributes that an update changes. */
  readonly lines: readonly string[];
}

/** What a plan does with a migration. */
export function migrationFacts(
  way: MigrationWay,
  change: ValueChange,
  { kindMark, reason, lines }: KnownOfChange,
): Pick<Row, 'title' | 'details'> & { readonly marks: readonly Mark[] } {
  const { step, from, to, finishes, waits } = way;
  const { after = null } = change;
  const before = predecessor(change);
  const finish = member(after, 'finish') ?? null;
  const [, shown] = shownValues(change);
  /** A text of an attribute, unless the plan hides any part of that. */
  const told = (name: string, text: string): string =>
    isDeepStrictEqual(member(shown, name), member(after, name)) ? text : SENSITIVE;
  const lost = member(finishes ? finish : after, 'not_carried_over') ?? null;
  const losses = objectsIn(lost).map((each) =>
    told(finishes ? 'finish' : 'not_carried_over', described(each)),
  );
  const because = textOf(finish, 'losses_unknown_because');
  const overrides = deletedOverrides(before, after);
  const skipped = textsIn(member(after, 'skipped_because'));
  const replaced = before === null ? objectsIn(member(after, 'replaced_rules')).length : 0;
  const rulesIn = (name: string): readonly string[] => savedRulesInWords(objectsIn(member(shown, name)));
  const acknowledgement = textOf(after, 'acknowledge_irreversible');
  const isAcknowledged = acknowledgement !== null && acknowledgement === textOf(after, 'zone_id');
  const isApproved = textOf(after, 'approved_digest') !== null;
  const saves = finishes || step === 'begin validation';
  const savesRules = saves || step === 'save rules';
  const loss = lost === null ? 'may lose settings' : losses.length === 0 ? 'loses nothing' : 'loses settings';
  const others = skipped.length > 0 ? 'Skips a migration' : 'Changes what is declared of a migration';
  const isNothing = step === '' && to === NOT_KNOWN;
  const [mark, verb] = STEPS[finishes ? 'finish' : step === 'finish' ? '' : step] ?? [
    kindMark,
    isNothing ? 'Plans nothing' : others,
  ];
  return {
    marks: [
      mark,
      ...given<Mark>(finishes && !isApproved, 'unapproved'),
      ...given<Mark>(replaced > 0, 'replaces'),
      ...given<Mark>(saves && (lost === null || losses.length > 0), 'loses'),
      ...given(kindMark === 'takes', kindMark),
    ],
    title: [
      verb.replace('OVERRIDES', counted(overrides.length, 'URI override')),
      ...given(finishes && !isApproved, 'without a recorded approval'),
      ...given(replaced > 0, 'replaces rules'),
      ...given(saves, loss),
    ].join(', '),
    details: [
      [
        from === to ? `stays in ${to}` : `${from} → ${to}`,
        ...given(step === 'begin validation' && !finishes, 'from which no zone goes back to start'),
        ...given(
          savesRules,
          member(change.after_unknown, 'rules') === true
            ? 'saves rules that are known only after apply'
            : `saves ${counted(objectsIn(member(after, 'rules')).length, 'rule')}`,
        ),
        ...given(waits, 'apply waits for the end (minutes, up to an hour)'),
      ].join(', '),
      ...(reason === null ? [] : [`because: ${reason}`]),
      ...given(finishes && isApproved, 'its approval is recorded (approved_digest)'),
      ...given(
        finishes && !isAcknowledged && !isApproved,
        'neither acknowledged nor approved: apply will refuse it',
      ),
      ...given(
        saves && lost === null,
        `what is lost is not known${because === null ? '' : `: ${told('finish', because)}`}`,
      ),
      ...(saves ? losses.map((each) => `loses: ${each}`) : []),
      ...(replaced > 0 ? rulesIn('replaced_rules').map((rule) => `replaces: ${rule}`) : []),
      ...(savesRules ? rulesIn('rules').map((rule) => `saves: ${rule}`) : []),
      ...overrides.map((each) => {
        const which = `${described(each)} of ${textsIn(member(each, 'urls')).join(', ')}`;
        return `deletes the URI override ${told('deleted_uri_overrides', which)}`;
      }),
      ...skipped.map((each) => `skipped because: ${told('skipped_because', each)}`),
      ...lines,
    ],
  };
}

/** The URI overrides that a plan deletes. What plans before it deleted stays in the list. */
function deletedOverrides(before: Json, after: Json): readonly JsonObject[] {
  const [earlier, all] = [before, after].map((values) => objectsIn(member(values, 'deleted_uri_overrides')));
  const ids = new Set(earlier?.map((each) => textOf(each, 'id')));
  return all?.filter((each) => !ids.has(textOf(each, 'id'))) ?? [];
}

/** By its description, or what else is there. */
function described(value: Json): string {
  return textOf(value, 'description') || `${textOf(value, 'kind') ?? ''} ${textOf(value, 'id') ?? ''}`.trim();
}

function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return listIn(value).filter(isObject);
}
