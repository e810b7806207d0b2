import type { LimitResult, Summary } from './model';

/** How much a review allows. */
export interface Limits {
  /** The most zones with changes. @default - any number */
  readonly maxZones?: number;
  /** The most objects, of any provider, that are destroyed, alone or in a replacement. @default - any number */
  readonly maxDelete?: number;
  /** The most migrations that finish. @default - any number */
  readonly maxFinish?: number;
  /** Whether any change is too much. @default false */
  readonly expectEmpty?: boolean;
}

/** The result of each limit that is set. */
export function exceededLimits(limits: Limits, summary: Summary): readonly LimitResult[] {
  const changes = [...Object.values(summary.changes), ...Object.values(summary.other_changes)];
  const all =
    changes.reduce((total, each) => total + each, 0) + summary.wave_records + summary.output_changes;
  const rows: readonly (readonly [LimitResult['name'], number | undefined, number])[] = [
    ['max-zones', limits.maxZones, summary.zones],
    ['max-delete', limits.maxDelete, summary.deletes],
    ['max-finish', limits.maxFinish, summary.finishes],
    ['expect-empty', limits.expectEmpty === true ? 0 : undefined, all],
  ];
  return rows.flatMap(([name, allowed, found]) =>
    allowed === undefined ? [] : [{ name, allowed, found, exceeded: found > allowed }],
  );
}

/** The result of a limit as a sentence. */
export function limitSentence({ name, allowed, found, exceeded }: LimitResult): string {
  const what = {
    'max-zones': 'zones with changes',
    'max-delete': 'objects destroyed or replaced',
    'max-finish': 'migrations that finish',
    'expect-empty': 'changes',
  }[name];
  return `--${name}${name === 'expect-empty' ? '' : ` ${allowed}`}: ${found} ${what}${exceeded ? `, ${found - allowed} too many` : ''}`;
}
