import {
  logCustomFieldsSchema,
  logpushJobSchema,
  managedRulesMigrationSchema,
  namesCredential,
} from '../../schema';
import { resourceOf } from '../resources';
import { isObject, member, textOf, textsIn, type Json } from '../text/json';
import { attributeChanges, attributeLine, type AttributeChange, type Difference } from './attribute-changes';
import {
  actionOf,
  isNoOp,
  kindOf,
  migrationChange,
  NOT_KNOWN,
  type ChangeKind,
  type MigrationChange,
} from './change-kind';
import { rowOf, type Action, type Mark, type Proof, type Row } from './model';
import { isOurs, isPublished, someTrue, type ResourceChange, type ValueChange } from './plan-json';
import { counted } from '../text/words';
import type { ZoneNames } from './names';

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
  readonly attributes: readonly AttributeChange[];
  readonly reason: string | null;
}

/** A change as a row; undefined when there is none. @param drift what others changed in the same object, by path */
export function changed(
  resource: ResourceChange,
  drift: ReadonlyMap<string, Difference> | undefined,
  context: ChangeContext,
): Changed | undefined {
  const { change, type, previous_address: previous, deposed } = resource;
  const isUntouched = isNoOp(change.actions) && change.importing === undefined && previous === undefined;
  if (isUntouched || change.actions.includes('read')) return undefined;
  const { stack, zones } = context;
  const migration = type === managedRulesMigrationSchema.type ? migrationChange(change) : undefined;
  const { kind, reason } = kindOf(resource, migration);
  const action = actionOf(change.actions);
  const where = {
    stack,
    address: deposed === undefined ? resource.address : `${resource.address} (deposed)`,
    type,
    action,
  };
  const removes: readonly Mark[] = action === 'delete' || action === 'replace' ? ['destroys'] : [];
  if (!isOurs(resource)) {
    const title = VERBS[kind].replace('IT', 'an object of another provider');
    const row = rowOf(['others', ...removes], title, { ...where, details: [resource.provider_name] });
    return { row, attributes: [], reason };
  }
  const values = change.after ?? change.before ?? null;
  const zone = zones.of(values, change.after_unknown) ?? null;
  const attributes = attributeChanges(change, drift);
  const said = { type, change, kind, action, reason, attributes };
  const { marks, title, details } = migration ? migrationFacts(migration, said) : objectFacts(said, context);
  const proof = writes(action, migration) ? (context.proofs?.get(where.address) ?? OFF) : null;
  const row = rowOf(
    [
      ...marks,
      ...removes,
      ...(isUnproven(proof, context.requireProof) ? (['unproven'] as const) : []),
      ...(zone !== null && zone.id === null ? (['later'] as const) : []),
    ],
    title,
    {
      ...where,
      zone,
      details: [
        ...details,
        ...proofLine(proof, context.requireProof),
        ...(previous === undefined ? [] : [`before: ${previous}`]),
        ...(isPublished(resource.provider_name) ? [] : [`of the provider ${resource.provider_name}`]),
      ],
      proof,
    },
  );
  return { row, attributes, reason };
}

/** What is known of a change before it is told. */
interface Said {
  readonly type: string;
  readonly change: ResourceChange['change'];
  readonly kind: ChangeKind;
  readonly action: Action;
  readonly reason: string | null;
  readonly attributes: readonly AttributeChange[];
}

type Facts = Pick<Row, 'title' | 'details'> & { readonly marks: readonly Mark[] };

/** What happens to an object of a kind of change, and what it counts as. */
const VERBS: Readonly<Record<ChangeKind, string>> = {
  'one-way': 'Changes IT',
  destroy: 'Destroys IT',
  replace: 'Destroys IT and creates it again',
  forget: 'Removes IT from the state and keeps it at the service',
  adopt: 'Takes over IT',
  create: 'Creates IT',
  update: 'Changes IT',
  move: 'Moves IT in the state',
};

const COUNTED_AS: Readonly<Record<ChangeKind, Mark>> = {
  'one-way': 'changes',
  destroy: 'destroys',
  replace: 'destroys',
  forget: 'forgets',
  adopt: 'takes',
  create: 'creates',
  update: 'changes',
  move: 'moves',
};

function objectFacts(said: Said, context: ChangeContext): Facts {
  const { type, change, kind, reason, attributes } = said;
  const [before, after] = shownValues(change);
  const record = resourceOf(type);
  const replaced = kind === 'adopt' ? lengthOf(member(after, 'adopted')) : 0;
  const goes = isNewDestination(said, context);
  const secrets = type === logCustomFieldsSchema.type ? sensitiveFields(after, before) : [];
  const isLeft = type === managedRulesMigrationSchema.type && kind === 'destroy';
  const words = [
    isLeft
      ? 'Abandons a migration, and leaves the zone as it is'
      : VERBS[kind].replace('IT', record?.noun ?? 'an object'),
    ...(replaced > 0 ? ['replaces rules'] : []),
    ...(goes ? ['to a new destination'] : []),
    ...(secrets.length > 0 ? ['logs sensitive headers or cookies'] : []),
  ];
  return {
    marks: [
      COUNTED_AS[kind],
      ...(replaced > 0 ? (['replaces'] as const) : []),
      ...(goes ? (['destination'] as const) : []),
      ...(secrets.length > 0 ? (['headers'] as const) : []),
    ],
    title: words.join(', '),
    details: [
      ...summaryLine(type, after ?? before),
      ...(reason === null ? [] : [`because: ${reason}`]),
      ...(replaced > 0 ? [`replaces ${counted(replaced, 'rule')} that the zone has now`] : []),
      ...secrets.map((name) => `logs ${name}`),
      ...attributeLines(said, attributes),
      ...(said.action === 'delete' || said.action === 'replace'
        ? keptLine('goes with it', before)
        : keptLine('keeps what it cannot express', after)),
    ],
  };
}

/** Where a job delivers, without what may be secret; null while it is known only after apply. */
export function destinationOf(values: Json): string | null {
  return textOf(values, 'destination');
}

/** Whether a change lets a job deliver where none of the loaded plans has one. */
function isNewDestination({ type, change, kind }: Said, { destinations }: ChangeContext): boolean {
  if (type !== logpushJobSchema.type || !['create', 'replace', 'update'].includes(kind)) return false;
  const place = destinationOf(change.after ?? null);
  return place === null ? member(change.after_unknown, 'destination') === true : !destinations.has(place);
}

const FIELD_LISTS = {
  request_headers: 'request header',
  response_headers: 'response header',
  cookies: 'cookie',
};

/** What is newly logged and by its name may hold a secret. */
function sensitiveFields(after: Json, before: Json): readonly string[] {
  const earlier = before ?? member(after, 'adopted') ?? null;
  return Object.entries(FIELD_LISTS).flatMap(([list, what]) => {
    const had = textsIn(member(earlier, list));
    const added = textsIn(member(after, list)).filter((name) => !had.includes(name));
    return added.filter(namesCredential).map((name) => `the ${what} ${name}`);
  });
}

/** What the object has that the resource cannot express, and what becomes of it. */
function keptLine(what: string, values: Json): readonly string[] {
  const kept = member(values, 'kept_settings') ?? null;
  const names = isObject(kept) ? Object.keys(kept) : textsIn(kept);
  return names.length === 0 ? [] : [`${what}: ${names.join(', ')}`];
}

function migrationFacts(migration: MigrationChange, said: Said): Facts {
  const { step, irreversible, approved, replacedRules: replaced, losses } = migration;
  const saves = irreversible || step === 'begin validation';
  const mayLose = saves && losses?.length !== 0;
  const [mark, verb] = stepWords(migration, said);
  const loss =
    losses === null ? 'may lose settings' : losses.length === 0 ? 'loses nothing' : 'loses settings';
  const words = [
    verb,
    ...(irreversible && !approved ? ['without a recorded approval'] : []),
    ...(replaced > 0 ? ['replaces rules'] : []),
    ...(saves ? [loss] : []),
  ];
  return {
    marks: [
      mark,
      ...(irreversible && !approved ? (['unapproved'] as const) : []),
      ...(replaced > 0 ? (['replaces'] as const) : []),
      ...(mayLose ? (['loses'] as const) : []),
      ...(said.kind === 'adopt' ? (['takes'] as const) : []),
    ],
    title: words.join(', '),
    details: [
      wayLine(migration, saves),
      ...(said.reason === null || said.reason === 'taken over' ? [] : [`because: ${said.reason}`]),
      ...(replaced > 0 ? [`replaces ${counted(replaced, 'rule')} that the zone has now`] : []),
      ...(irreversible && approved ? ['its approval is recorded (approved_digest)'] : []),
      ...(irreversible && !migration.acknowledged && !approved
        ? ['neither acknowledged nor approved: apply will refuse it']
        : []),
      ...(saves ? lossLines(migration) : []),
      ...migration.deletedOverrides.map((each) => `deletes the URI override ${each}`),
      ...migration.skippedBecause.map((each) => `skipped because: ${each}`),
      ...(said.kind === 'update' ? attributeLines(said, said.attributes) : []),
    ],
  };
}

/** What a migration is counted as, and what it does. */
function stepWords(
  { step, irreversible, to, ...rest }: MigrationChange,
  { kind }: Said,
): readonly [Mark, string] {
  if (irreversible) return ['finishes', 'Finishes for good'];
  if (step === '' && to === NOT_KNOWN) return [COUNTED_AS[kind], 'Plans nothing'];
  switch (step) {
    case 'begin validation':
      return ['validates', 'Begins validation'];
    case 'delete URI overrides': {
      const overrides = counted(rest.deletedOverrides.length, 'URI override');
      return ['overrides', `Deletes ${overrides} and stops there`];
    }
    case 'take over':
      return ['takes', 'Takes over a migration'];
    case 'wait for the finish':
      return ['takes', 'Waits for the end of a migration'];
    case 'save rules':
      return ['changes', 'Saves changed rules'];
    default:
      return rest.skippedBecause.length > 0
        ? [COUNTED_AS[kind], 'Skips a migration']
        : [COUNTED_AS[kind], 'Changes what is declared of a migration'];
  }
}

/** Which way the zone takes, and what apply does on it. */
function wayLine({ step, from, to, rules, waits, irreversible }: MigrationChange, saves: boolean): string {
  return [
    from === to ? `stays in ${to}` : `${from} → ${to}`,
    ...(step === 'begin validation' && !irreversible ? ['from which no zone goes back to start'] : []),
    ...(saves ? [`saves ${counted(rules, 'rule')}`] : []),
    ...(waits ? ['apply waits for the end (minutes, up to an hour)'] : []),
  ].join(', ');
}

function lossLines({ losses, lossesUnknownBecause: because }: MigrationChange): readonly string[] {
  if (losses === null) return [`what is lost is not known${because === null ? '' : `: ${because}`}`];
  return losses.map((each) => `${LOSES}${each}`);
}

/** How a line begins that tells what a migration loses. */
export const LOSES = 'loses ';

/** The attributes of a change that say what it does, a line for each. */
function attributeLines({ kind, action }: Said, all: readonly AttributeChange[]): readonly string[] {
  // Why a migration is skipped is one of its details.
  const attributes = all.filter(({ path }) => path !== 'skipped_because' && path !== 'kept_settings');
  switch (kind) {
    case 'update':
    case 'move':
    case 'replace':
      return attributes.filter((each) => !each.known_after_apply).map(attributeLine);
    case 'adopt':
      return action === 'create' ? takenOverLines(attributes) : attributes.map(attributeLine);
    default:
      return [];
  }
}

/** What a creation that adopts finds (`adopted`), and what it makes of it. */
function takenOverLines(attributes: readonly AttributeChange[]): readonly string[] {
  const byPath = new Map(attributes.map((each) => [each.path, each]));
  return attributes.flatMap(({ path, after: before, ...rest }) => {
    const name = /^adopted\.(.+)$/.exec(path)?.[1];
    const after = name === undefined ? null : (byPath.get(name)?.after ?? null);
    if (name === undefined || JSON.stringify(before) === JSON.stringify(after)) return [];
    return [attributeLine({ ...rest, path: name, before, after })];
  });
}

const OFF: Proof = { outcome: 'off', at: null };

/** Steps of a migration that write nothing. */
const WITHOUT_WRITE: readonly string[] = ['', 'wait for the finish', 'take over', 'skip'];

/** Whether apply writes something at the service for a change of ours. */
function writes(action: Action, migration: MigrationChange | undefined): boolean {
  if (action === 'forget' || action === 'no-op') return false;
  return migration === undefined || (action !== 'delete' && !WITHOUT_WRITE.includes(migration.step));
}

/** Whether a write counts as not proven. A plan that asked nothing counts only where proofs are required. */
function isUnproven(proof: Proof | null, isRequired: boolean): boolean {
  if (proof === null || proof.outcome === 'proven' || proof.outcome === 'validated') return false;
  return isRequired || proof.outcome !== 'off';
}

/** Whether the service would accept a change, if the plan has asked it or should have. */
function proofLine(proof: Proof | null, isRequired: boolean): readonly string[] {
  if (proof === null || (proof.outcome === 'off' && !isRequired)) return [];
  const at = (proof.at ?? '').replace(/^(.*)T(\d\d:\d\d).*$/, '$1 $2 UTC');
  return [PROOFS[proof.outcome].replace('TIME', at)];
}

const PROOFS: Readonly<Record<Proof['outcome'], string>> = {
  proven: 'proven: the service accepted it at TIME',
  validated: 'validated: the service accepted its destination and options at TIME',
  unknown: 'not proven: a value is known only after apply',
  unsupported: 'not proven: the service cannot be asked about it',
  step: 'not proven: a step of a migration is never tried',
  off: 'not proven: the plan did not ask (it does with proof = "on" of the provider), or only its JSON is here, which does not say',
};

const SENSITIVE = '(sensitive)';

/** Of a destination only the part without secrets is used, whether or not the plan marks it. */
const SAFE: ReadonlySet<string> = new Set(['destination_conf']);

/** What an object was and is, without what the plan marks as sensitive. */
function shownValues(change: ValueChange): readonly [before: Json, after: Json] {
  return [
    withoutSensitive(change.before ?? null, change.before_sensitive ?? false),
    withoutSensitive(change.after ?? null, change.after_sensitive ?? false),
  ];
}

/** What an object was, in one line, without its zone and without secrets. */
export function formerSummary({ type, change }: ResourceChange): readonly string[] {
  return summaryLine(type, shownValues(change)[0]);
}

function summaryLine(type: string, values: Json): readonly string[] {
  const summary = resourceOf(type)?.summary(values) ?? '';
  return summary === '' ? [] : [summary];
}

function withoutSensitive(values: Json, sensitive: Json): Json {
  if (!isObject(values)) return values;
  const shown = Object.entries(values).map(([name, value]) => {
    if (SAFE.has(name) || !someTrue(member(sensitive, name) ?? false)) return [name, value];
    return [name, Array.isArray(value) ? [SENSITIVE] : SENSITIVE];
  });
  return Object.fromEntries(shown) as Json;
}

function lengthOf(value: Json | undefined): number {
  return Array.isArray(value) ? value.length : 0;
}
