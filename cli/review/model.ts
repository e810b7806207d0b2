/** What `zonewright review` found, as `--format json` writes it (docs/schemas/review.schema.json). */
export interface Review {
  readonly format_version: '1.0';
  readonly outcome: Outcome;
  readonly exit_code: number;
  readonly stacks: readonly ReviewedStack[];
  /** Zones with changes; each zone that is known only after apply counts. */
  readonly zones: number;
  /** How many rows are counted as each. */
  readonly counts: Counts;
  readonly limits: readonly LimitResult[];
  /** What the plans do and found, the most dangerous first. */
  readonly rows: readonly Row[];
  /** Inputs that could not be reviewed; each has a row as well. */
  readonly errors: readonly InputError[];
}

/** How a review ends: its exit code, and how people are told. */
export const OUTCOMES = {
  'no changes': [0, 'good', 'No changes'],
  changes: [2, 'change', 'Changes'],
  irreversible: [3, 'stop', 'Changes that cannot be undone'],
  'not proven': [3, 'stop', 'Changes that are not proven'],
  'over limit': [4, 'stop', 'Over the limit'],
  error: [1, 'stop', 'Not everything could be reviewed'],
} as const satisfies Readonly<Record<string, readonly [number, Tone, title: string]>>;

export type Outcome = keyof typeof OUTCOMES;

export type Tone = 'good' | 'change' | 'stop';

export interface ReviewedStack {
  readonly name: string;
  /** The file, as given. */
  readonly plan: string;
  readonly changes: number;
  readonly output_changes: number;
  /** Whether apply only records in the state what has changed since the last one (a plan with `-refresh-only`). */
  readonly state_only: boolean;
}

/** One thing that a reader of plans should know. Only the title is in our own words alone. */
export interface Row {
  /** The most dangerous of what it is counted as. */
  readonly rank: Mark;
  readonly counted_as: readonly Mark[];
  readonly title: string;
  readonly stack: string;
  /** Of an object, a check or what else it is about; empty like its type where it is about none. */
  readonly address: string;
  readonly type: string;
  /** What the engine does with the object; null for what is no change. `no-op` only changes the state. */
  readonly action: Action | null;
  readonly zone: ZoneReference | null;
  /** A fact in each line; texts of others as they are, sensitive values left out. */
  readonly details: readonly string[];
  /** Whether the service would accept the change. Null for what writes nothing. */
  readonly proof: Proof | null;
}

export type Action = 'create' | 'update' | 'delete' | 'replace' | 'forget' | 'no-op';

/**
 * A zone: both null while it is known only after apply; the name is null if no plan tells it, and the id if only the name
 * is known.
 */
export interface ZoneReference {
  readonly id: string | null;
  readonly name: string | null;
}

/**
 * What the provider learned when it planned a change (`proof` of the provider). `proven`: the service accepted all of it;
 * `validated`: those parts that it can be asked about. Not proven: `unknown`, because a value is known after apply;
 * `unsupported`, because the service cannot be asked; `step`, because a step of a migration is not tried; `off`, because the
 * plan asked nothing, or the review was given its JSON alone, which does not say.
 */
export interface Proof {
  readonly outcome: 'proven' | 'validated' | 'unknown' | 'unsupported' | 'step' | 'off';
  /** When the service accepted it: an ISO 8601 time; null when it was not asked. */
  readonly at: string | null;
}

/** How bad a row is: `stop` cannot be undone or failed, `look` needs eyes, and the rest does what its title says. */
export type Level = 'stop' | 'look' | 'rest';

/** What rows can be counted as, the most dangerous first: how bad that is, and the words for one and for several. */
export type Marks = Readonly<Record<string, readonly [Level, one: string, several: string]>>;

/** Those of a review. */
export const MARKS = {
  failed: ['stop', 'failed', 'failed'],
  finishes: ['stop', 'finishes', 'finish'],
  unapproved: ['stop', 'without a recorded approval', 'without a recorded approval'],
  validates: ['stop', 'begins validation', 'begin validation'],
  overrides: ['stop', 'deletes URI overrides', 'delete URI overrides'],
  replaces: ['stop', 'replaces rules', 'replace rules'],
  loses: ['stop', 'loses settings', 'lose settings'],
  destroys: ['stop', 'destroyed', 'destroyed'],
  removes: ['stop', 'removes managed rules', 'remove managed rules'],
  forgets: ['look', 'leaves the state', 'leave the state'],
  takes: ['look', 'taken over', 'taken over'],
  destination: ['look', 'job to a new destination', 'jobs to a new destination'],
  headers: ['look', 'logs sensitive headers or cookies', 'log sensitive headers or cookies'],
  outside: ['look', 'changed or deleted outside', 'changed or deleted outside'],
  checks: ['look', 'failed check', 'failed checks'],
  unproven: ['look', 'not proven', 'not proven'],
  later: ['rest', 'known only after apply', 'known only after apply'],
  creates: ['rest', 'created', 'created'],
  changes: ['rest', 'changed', 'changed'],
  moves: ['rest', 'moved in the state', 'moved in the state'],
  ended: ['rest', 'finished since the last apply', 'finished since the last apply'],
  invokes: ['rest', 'action invoked', 'actions invoked'],
  others: ['rest', 'of other providers', 'of other providers'],
  notes: ['rest', 'note', 'notes'],
} as const satisfies Marks;

export type Mark = keyof typeof MARKS;

export type Counts = Readonly<Record<Mark, number>>;

/** Every mark, the most dangerous first. */
export const RANKS = Object.keys(MARKS) as readonly Mark[];

/** A row of these marks, in any order. */
export function rowOf(
  marks: readonly Mark[],
  title: string,
  rest: Partial<Omit<Row, 'rank' | 'counted_as' | 'title'>>,
): Row {
  const counted = RANKS.filter((mark) => marks.includes(mark));
  const none = { stack: '', address: '', type: '', action: null, zone: null, details: [], proof: null };
  return { rank: counted[0] ?? 'notes', counted_as: counted, title, ...none, ...rest };
}

/** What is counted as something. */
export interface CountedAs {
  readonly counted_as: readonly string[];
}

/** How many are counted as each. */
export function countsOf<Table extends Marks = typeof MARKS>(
  rows: readonly CountedAs[],
  table = MARKS as Marks as Table,
): Readonly<Record<keyof Table, number>> {
  const counts = Object.keys(table).map((mark) => [
    mark,
    rows.filter(({ counted_as: marks }) => marks.includes(mark)).length,
  ]);
  return Object.fromEntries(counts) as Readonly<Record<keyof Table, number>>;
}

/**
 * Sorts by what is most dangerous, and what comes with it; then by texts.
 *
 * @param keyOf the marks, and the texts, which are compared by code units, so that no locale changes the order
 */
export function byDanger<T>(
  items: readonly T[],
  marks: Marks,
  keyOf: (item: T) => readonly [counted: readonly string[], ...texts: string[]],
): readonly T[] {
  const order = Object.keys(marks);
  const keys = new Map(
    items.map((item) => {
      const [counted, ...texts] = keyOf(item);
      const danger = counted.map((mark) => String.fromCharCode(1 + order.indexOf(mark))).join('');
      // Nothing more is less dangerous than anything more.
      return [item, [`${danger}\uffff`, ...texts].join('\0')];
    }),
  );
  return [...items].sort((one, other) => inOrder(keys.get(one) ?? '', keys.get(other) ?? ''));
}

/** By code units. */
export function inOrder(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

export interface InputError {
  readonly plan: string;
  readonly code: string;
  readonly message: string;
  readonly seen: readonly string[];
  readonly allowed: readonly string[];
  readonly hints: readonly string[];
}

export interface LimitResult {
  readonly name: 'max-delete' | 'max-finish' | 'require-proof';
  readonly allowed: number;
  readonly found: number;
  readonly exceeded: boolean;
}
