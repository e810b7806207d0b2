import type { LimitResult, Summary } from './model';

/** How much a review allows. */
export interface Limits {
  /** The most zones with changes. @default - any number */
  readonly maxZones?: number;
  /** The most objects, of any provider, that are destroyed, alone or in a replacement. @default - any number */
  readonly maxDelete?: number;
  /** The most migrations that finish. @default - any number */
  readonly maxFinish?: number;
  /** Whether each change has to be proven. @default false */
  readonly requireProof?: boolean;
  /** Whether any change is too much. @default false */
  readonly expectEmpty?: boolean;
}

/** The result of each limit that is set. */
export function exceededLimits(limits: Limits, summary: Summary): readonly LimitResult[] {
  const changes = [...Object.values(summary.changes), ...Object.values(summary.other_changes)];
  const all = changes.reduce((total, each) => total + each, 0) + summary.output_changes;
  const rows: readonly (readonly [LimitResult['name'], number | undefined, number])[] = [
    ['max-zones', limits.maxZones, summary.zones],
    ['max-delete', limits.maxDelete, summary.deletes],
    ['max-finish', limits.maxFinish, summary.finishes],
    ['require-proof', limits.requireProof === true ? 0 : undefined, summary.not_proven],
    ['expect-empty', limits.expectEmpty === true ? 0 : undefined, all],
  ];
  return rows.flatMap(([name, allowed, found]) =>
    allowed === undefined ? [] : [{ name, allowed, found, exceeded: found > allowed }],
  );
}

/** What each limit counts: one of it, and several. */
const COUNTED: Readonly<Record<LimitResult['name'], readonly [string, string]>> = {
  'max-zones': ['zone with changes', 'zones with changes'],
  'max-delete': ['object destroyed or replaced', 'objects destroyed or replaced'],
  'max-finish': ['migration that finishes', 'migrations that finish'],
  'require-proof': ['change not proven', 'changes not proven'],
  'expect-empty': ['change', 'changes'],
};

/** Limits that allow none, so that they take no number. */
const FLAGS: readonly LimitResult['name'][] = ['require-proof', 'expect-empty'];

/** The result of a limit as a sentence. */
export function limitSentence({ name, allowed, found, exceeded }: LimitResult): string {
  const [one, several] = COUNTED[name];
  const what = found === 1 ? one : several;
  const most = FLAGS.includes(name) ? '' : ` ${allowed}`;
  const over = exceeded ? `, ${found - allowed} too many` : '';
  return `--${name}${most}: ${found} ${what}${over}`;
}
