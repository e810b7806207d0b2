import {
  MARKS,
  OUTCOMES,
  type CountedAs,
  type Level,
  type Marks,
  type Review,
  type Row,
  type Tone,
} from './model';
import { counted, given } from '../text/words';

/** What a command has found, for people: every format shows it in the same order. */
export interface Report {
  /** The command, by whose name a pipeline finds its comment again. */
  readonly command: 'review' | 'rehearse' | 'survey' | 'approve';
  readonly title: string;
  readonly tone: Tone;
  /** Our own words only. */
  readonly summary: readonly string[];
  /** What is counted, the most dangerous first, in our own words. */
  readonly counts: readonly { readonly mark: string; readonly level: Level; readonly text: string }[];
  readonly groups: readonly Group[];
  /** What to do next, in our own words, and the command for it. @default nothing */
  readonly next?: readonly { readonly what: string; readonly command: string }[];
}

/** What of a row is printed. */
export type Printed = Pick<Row, 'title' | 'stack' | 'address' | 'zone' | 'details'> & CountedAs;

/** Rows with the same title: what they have in common once, and those that are equal with the list of their zones. */
export interface Group {
  readonly marks: readonly string[];
  readonly level: Level;
  readonly rows: readonly Printed[];
  /** Our own words, with the number of zones if there are several. */
  readonly heading: string;
  /** The zone of the only row, or where it is if it has none. */
  readonly place: string;
  readonly lines: readonly Line[];
}

/** Texts of others. */
export interface Line {
  readonly texts: readonly string[];
  /** The rows whose zones these texts name, if they do. */
  readonly rows: readonly Printed[];
  /** What only these rows have. */
  readonly below: readonly string[];
}

/** A review as a report. */
export function reviewReport({ outcome, counts, rows, stacks, zones, limits }: Review): Report {
  const [, tone, title] = OUTCOMES[outcome];
  const outputs = stacks.reduce((total, each) => total + each.output_changes, 0);
  const stateOnly = stacks.filter((each) => each.state_only).length;
  return {
    ...{ command: 'review', title, tone, counts: countTexts(counts), groups: groupsOf(rows) },
    summary: [
      `${counted(stacks.length, 'stack')}, ${counted(zones, 'zone')} with changes.`,
      ...given(outputs > 0, `${counted(outputs, 'output')} changed.`),
      ...given(
        stateOnly > 0,
        `In ${counted(stateOnly, 'stack')} apply only records in the state what has changed.`,
      ),
      ...limits
        .filter(({ exceeded }) => exceeded)
        .map(({ name, allowed, found }) =>
          name === 'require-proof'
            ? `Over the limit --${name}: ${counted(found, 'change')} not proven.`
            : `Over the limit --${name} ${allowed}: ${found}, ${found - allowed} too many.`,
        ),
    ],
  };
}

/** What of the rows is counted, in words, the most dangerous first. */
export function countTexts(counts: Readonly<Record<string, number>>, marks: Marks = MARKS): Report['counts'] {
  return Object.entries(marks).flatMap(([mark, [level, one, several]]) => {
    const count = mark === 'notes' ? 0 : (counts[mark] ?? 0);
    return count === 0 ? [] : [{ mark, level, text: counted(count, one, several) }];
  });
}

/** Folds rows, in their order. */
export function groupsOf(rows: readonly Printed[], table: Marks = MARKS): readonly Group[] {
  return grouped(rows, ({ title, counted_as: marks }) => [title, marks]).map((alike) => {
    const [{ title, counted_as: marks, details }] = alike;
    const sets = alike.map((row) => new Set(row.details));
    const common = new Set(details.filter((detail) => sets.every((each) => each.has(detail))));
    const own = (row: Printed): readonly string[] => row.details.filter((detail) => !common.has(detail));
    const one = alike.length === 1;
    // Equal rows of a group: their zones, and what only they have.
    const placeLines = (equal: Some): readonly Line[] => {
      const below = own(equal[0]);
      const texts = equal.length === 1 ? placeOf(equal[0]) : namesOf(equal);
      return texts.length === 0 ? below.map(fact) : [{ texts, rows: equal, below }];
    };
    const [place = '', ...where] = placeOf(alike[0]);
    return {
      ...{ marks, level: table[marks[0] ?? '']?.[0] ?? 'rest', rows: alike, place: one ? place : '' },
      heading: one ? `${title}${place === '' ? '' : ':'}` : `${title}: ${countOf(alike)}`,
      lines: [
        ...[...common, ...(one ? where : [])].map(fact),
        ...(one ? [] : grouped(alike, own).flatMap(placeLines)),
      ],
    };
  });
}

type Some = readonly [Printed, ...Printed[]];

/** Rows with an equal key, in the order of the first of each. */
function grouped(rows: readonly Printed[], keyOf: (row: Printed) => unknown): readonly Some[] {
  const groups = new Map<string, [Printed, ...Printed[]]>();
  for (const row of rows) {
    const key = JSON.stringify(keyOf(row));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()];
}

function fact(text: string): Line {
  return { texts: [text], rows: [], below: [] };
}

/** The zone of a row, if it has one, and where it is declared. */
export function placeOf({ zone, address, stack }: Printed): readonly string[] {
  const where = [address, stack].filter((each) => each !== '').join(' in ');
  return [...(zone === null ? [] : [zoneText(zone)]), ...(where === '' ? [] : [where])];
}

function zoneText({ id, name }: NonNullable<Row['zone']>): string {
  if (name !== null) return id === null ? name : `${name} (${id})`;
  return id ?? 'a zone that is known only after apply';
}

/** The names of the zones of rows, each once; with their ids where two have the same name. */
export function namesOf(rows: readonly Printed[]): readonly string[] {
  const whole = new Map(rows.map((row) => [placeOf(row)[0] ?? '', row.zone?.name ?? placeOf(row)[0] ?? '']));
  const names = [...whole.values()];
  return new Set(names).size === names.length ? names : [...whole.keys()];
}

/** `3 zones`, or `5 in 3 zones`. */
function countOf(rows: readonly Printed[]): string {
  const zones = new Set(rows.flatMap(({ zone }) => (zone === null ? [] : [zoneText(zone)]))).size;
  if (zones === rows.length) return counted(zones, 'zone');
  const all = rows.length.toLocaleString('en');
  return zones === 0 ? all : `${all} in ${counted(zones, 'zone')}`;
}
