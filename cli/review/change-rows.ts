import { isDeepStrictEqual } from 'node:util';
import {
  FIELD_LISTS,
  logCustomFieldsSchema,
  logpushJobSchema,
  managedRulesMigrationSchema,
  managedRulesSchema,
  namesCredential,
  titleOf,
} from '../../schema';
import { resourceOf } from '../resources';
import { isObject, listIn, member, textOf, textsIn, type Json } from '../text/json';
import {
  attributeChanges,
  attributeLine,
  marksNames,
  putsBack,
  SENSITIVE,
  shownValues,
  type AttributeChange,
} from './attribute-changes';
import { actionOf, isNoOp, isOnlyMade, kindOf, KINDS, type ChangeKind } from './change-kind';
import { migrationFacts, wayOf, writesRules, type MigrationWay } from './migration-change';
import { rowOf, type Action, type Mark, type Proof, type Row } from './model';
import { isOfGoneZone, isOurs, isPublished, type ResourceChange, type ValueChange } from './plan-json';
import { given } from '../text/words';
import { zoneOf, type ZoneNames } from './names';

/** What a change is read with. */
export interface ChangeContext {
  readonly stack: string;
  readonly zones: ZoneNames;
  /** Where jobs of any loaded plan deliver today. */
  readonly destinations: ReadonlySet<string>;
  /** What the saved plan says of proofs, by address. @default - only its JSON is there, which does not say */
  readonly proofs: ReadonlyMap<string, Proof> | undefined;
  readonly requireProof: boolean;
}

/** A change of a plan, with what decides how much of the drift it puts back. */
export interface Changed {
  readonly row: Row;
  /** The paths of attributes that it puts back. */
  readonly back: ReadonlySet<string>;
  /** Whether it makes an object in a zone that the service did not have, which apply refuses. */
  readonly isOfGoneZone: boolean;
}

/** A change as a row; undefined when there is none. @param drift what others changed in the same object, by path */
export function changed(
  resource: ResourceChange,
  drift: ReadonlyMap<string, AttributeChange> | undefined,
  context: ChangeContext,
): Changed | undefined {
  const { change, type, previous_address: previous, deposed } = resource;
  const isUntouched = isNoOp(change.actions) && change.importing === undefined && previous === undefined;
  if (isUntouched || change.actions.includes('read')) return undefined;
  const { stack, zones, requireProof } = context;
  const way = type === managedRulesMigrationSchema.type ? wayOf(change) : undefined;
  const [kind, reason] = kindOf(resource, way);
  const [kindMark, verb] = KINDS[kind];
  const action = actionOf(change.actions);
  const address = deposed === undefined ? resource.address : `${resource.address} (deposed)`;
  const noted = deposed === undefined ? address : `${resource.address} ${deposed}`;
  const where = { stack, address, type, action };
  const isLost = change.actions.includes('delete') && !isOnlyMade(type);
  const lost: readonly Mark[] = isLost ? ['destroys'] : [];
  if (!isOurs(resource)) {
    const title = verb.replace('IT', 'an object of another provider');
    const row = rowOf(['others', ...lost], title, { ...where, details: [resource.provider_name] });
    return { row, back: new Set(), isOfGoneZone: isOfGoneZone(resource) };
  }
  const zone = zoneOf(change, zones);
  const told = toldAttributes(kind, type);
  const attributes = drift || told ? attributeChanges(change) : [];
  const back = new Set(
    attributes.filter((each) => putsBack(each, drift?.get(each.path))).map(({ path }) => path),
  );
  const lines = attributes
    .filter(({ path, isUnknown }) => told?.test(path) && (kind === 'adopt' || !isUnknown))
    .map((each) => `${attributeLine(each)}${back.has(each.path) ? ' (puts back what others changed)' : ''}`);
  // What is forgotten stays at the service.
  const mayRemove = type === managedRulesSchema.type && (kind === 'update' || kind === 'adopt');
  const removed = mayRemove ? removedRules(change) : [];
  const { marks, title, details } =
    way === undefined
      ? objectFacts({ type, change, kind, action, reason, lines, removed }, context)
      : migrationFacts(way, change, { kindMark, reason, lines: kind === 'update' ? lines : [] });
  const {
    proof,
    isUnproven,
    lines: proven,
  } = proofOf({ type, action }, way, context.proofs?.get(noted), requireProof);
  const row = rowOf(
    [
      ...marks,
      ...lost,
      ...given<Mark>(isUnproven, 'unproven'),
      ...given<Mark>(zone !== null && zone.id === null, 'later'),
    ],
    title,
    {
      ...where,
      zone,
      details: [
        ...details,
        ...proven,
        ...(previous === undefined ? [] : [`before: ${previous}`]),
        ...(isPublished(resource.provider_name) ? [] : [`of the provider ${resource.provider_name}`]),
      ],
      proof,
    },
  );
  return { row, back, isOfGoneZone: isOfGoneZone(resource) };
}

/** What is known of a change before it is told. */
interface Said extends Pick<ResourceChange, 'type' | 'change'> {
  readonly kind: ChangeKind;
  readonly action: Action;
  readonly reason: string | null;
  /** The attributes that say what it does. */
  readonly lines: readonly string[];
  /** The managed rules that go, although the object stays. */
  readonly removed: readonly string[];
}

function objectFacts(said: Said, context: ChangeContext): ReturnType<typeof migrationFacts> {
  const { type, change, kind, reason, lines, removed } = said;
  const [before, after] = shownValues(change);
  const goes = isNewDestination(said, context);
  const secrets = type === logCustomFieldsSchema.type ? sensitiveFields(after, before) : [];
  const [mark, verb] = KINDS[kind];
  const isLeft = type === managedRulesMigrationSchema.type && kind === 'destroy';
  const words = [
    isLeft
      ? 'Abandons a migration, and leaves the zone as it is'
      : verb.replace('IT', resourceOf(type)?.noun ?? 'an object'),
    ...given(goes, 'to a new destination'),
    ...given(secrets.length > 0, 'logs sensitive headers or cookies'),
    ...given(removed.length > 0, `removes ${removed.length}`),
  ];
  return {
    marks: [
      ...[mark, ...given<Mark>(goes, 'destination'), ...given<Mark>(secrets.length > 0, 'headers')],
      ...given<Mark>(removed.length > 0, 'removes'),
    ],
    title: words.join(', '),
    details: [
      ...summaryLine(type, after ?? before),
      ...(reason === null ? [] : [`because: ${reason}`]),
      ...secrets.map((name) => `logs ${name}`),
      ...removed.map((rule) => `removes ${rule}`),
      ...lines,
      ...(change.actions.includes('delete')
        ? keptLine('goes with it', before)
        : keptLine('keeps what it cannot express', after)),
    ],
  };
}

/** The managed rules that an update removes: its own under no other name, and with all of a zone those of others. */
function removedRules(change: ValueChange): readonly string[] {
  const { before = null, after = null } = change;
  const [kept, keeps] = [before, after].map((values) => textOf(values, 'others') === 'keep');
  const [were, are] = [listIn(member(before, 'rules')), listIn(member(after, 'rules'))];
  const [theirs, stay] = [listIn(member(before, 'other_rules')), listIn(member(after, 'other_rules'))];
  const nameOf = (rule: Json): string | null => textOf(rule, 'name');
  const [had, has] = [new Set(were.map(nameOf)), new Set(are.map(nameOf))];
  // What has a name that is known only after apply may be any of them.
  const isOpen = member(change.after_unknown, 'rules') === true || has.has(null);
  const rulesetOf = (rule: Json): Json => member(member(rule, 'execute') ?? null, 'ruleset_id') ?? null;
  const does = (rule: Json): Json => rulesetOf(rule) ?? { ...(rule as object), name: null };
  const added = are.filter((rule) => !had.has(nameOf(rule))).map(does);
  const isGone = (rule: Json): boolean =>
    !has.has(nameOf(rule)) && !added.some((one) => isDeepStrictEqual(one, does(rule)));
  const isHidden = marksNames(change);
  const ids = new Set(stay.map((rule) => textOf(rule, 'id')));
  return [
    // An object that keeps others from now on leaves what it does not declare.
    ...(isOpen || (keeps && !kept) ? [] : were.filter(isGone)).map(
      (rule) => `rules[${isHidden ? SENSITIVE : JSON.stringify(nameOf(rule))}]`,
    ),
    ...(kept && !keeps ? theirs.filter((rule) => !ids.has(textOf(rule, 'id'))) : []).map(
      (rule) => `a rule of ${textOf(rule, 'owner') ?? 'others'}`,
    ),
  ];
}

/** Where a job delivers, without what may be secret; null while it is known only after apply. */
export function destinationOf(values: Json): string | null {
  return textOf(values, 'destination');
}

/** Whether a change lets a job deliver where none of the loaded plans has one. */
function isNewDestination({ type, change, kind }: Said, { destinations }: ChangeContext): boolean {
  if (type !== logpushJobSchema.type || !['create', 'replace', 'leave', 'update'].includes(kind))
    return false;
  const place = destinationOf(change.after ?? null);
  return place === null ? member(change.after_unknown, 'destination') === true : !destinations.has(place);
}

/** What is newly logged and by its name may hold a secret. */
function sensitiveFields(after: Json, before: Json): readonly string[] {
  return FIELD_LISTS.flatMap((list) => {
    const what = titleOf(list).slice(0, -1);
    const had = new Set(textsIn(member(before, list)));
    const added = textsIn(member(after, list)).filter((name) => !had.has(name));
    return added.filter(namesCredential).map((name) => `the ${what} ${name}`);
  });
}

/** What the object has that the resource cannot express, and what becomes of it. */
function keptLine(what: string, values: Json): readonly string[] {
  const kept = member(values, 'kept_settings') ?? null;
  const names = isObject(kept) ? Object.keys(kept) : textsIn([kept].flat());
  return names.length === 0 ? [] : [`${what}: ${names.join(', ')}`];
}

/** The paths of the attributes that a change is told with. What begins and ends is told by its summary, but for rules. */
function toldAttributes(kind: ChangeKind, type: string): RegExp | undefined {
  // Why a migration is skipped, and what is kept, are details of their own.
  if (TELLS_ATTRIBUTES.has(kind)) return /^(?!skipped_because$|kept_settings$)/;
  return kind === 'create' && type === managedRulesSchema.type ? /^rules\[/ : undefined;
}

const TELLS_ATTRIBUTES: ReadonlySet<ChangeKind> = new Set(['adopt', 'update', 'move', 'replace', 'leave']);

const OFF: Proof = { outcome: 'off', at: null };

/** Whether the service would accept a change, if the plan has asked it or should have; null for what changes nothing there. */
function proofOf(
  { type, action }: { readonly type: string; readonly action: Action },
  way: MigrationWay | undefined,
  noted: Proof = OFF,
  isRequired: boolean,
): { readonly proof: Proof | null; readonly isUnproven: boolean; readonly lines: readonly string[] } {
  // What is destroyed of a migration is its state alone.
  const isMigration = type === managedRulesMigrationSchema.type;
  const isWrite = isMigration ? way !== undefined && writesRules(way) : !isOnlyMade(type);
  if (!isWrite || action === 'forget' || action === 'no-op')
    return { proof: null, isUnproven: false, lines: [] };
  const { outcome, at } = noted;
  // A plan that asked nothing counts only where proofs are required.
  const counts = outcome !== 'off' || isRequired;
  const isProven = outcome === 'proven' || outcome === 'validated';
  const time = (at ?? '').replace(/^(.*)T(\d\d:\d\d).*$/, '$1 $2 UTC');
  const lines = given(counts, PROOFS[outcome].replace('TIME', time));
  return { proof: noted, isUnproven: counts && !isProven, lines };
}

const PROOFS: Readonly<Record<Proof['outcome'], string>> = {
  proven: 'proven: the service accepted it at TIME',
  validated: 'validated: the service accepted its destination and options at TIME',
  unknown: 'not proven: a value is known only after apply',
  unsupported: 'not proven: the service cannot be asked about it',
  step: 'not proven: a step of a migration is never tried',
  off: 'not proven: the plan did not ask (it does with proof = "on" of the provider), or only its JSON is here, which does not say',
};

/** What an object was, in one line, without its zone and without secrets. */
export function formerSummary({ type, change }: ResourceChange): readonly string[] {
  return summaryLine(type, shownValues(change)[0]);
}

function summaryLine(type: string, values: Json): readonly string[] {
  const summary = resourceOf(type)?.summary(values) ?? '';
  return summary === '' ? [] : [summary];
}
