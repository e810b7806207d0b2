import {
  approvalLine,
  attributeLine,
  attributeLines,
  changeLine,
  driftLine,
  migrationDetails,
  proofLine,
  whereLine,
  zonePhrase,
} from './change-phrases';
import {
  CHANGE_KINDS,
  type Change,
  type ChangeKind,
  type FailedCheck,
  type FinishedMigration,
  type InputError,
  type Review,
} from './model';
import { say, type Phrase } from './phrase';

/** One thing of a section: a line, and lines of detail below it. */
export interface Item {
  readonly line: Phrase;
  readonly details: readonly Phrase[];
  /** The same in a few words, for when there is no room. */
  readonly short: Phrase;
}

/** A part of the review with its title. */
export interface Section {
  readonly id:
    ChangeKind | 'errors' | 'drift' | 'finished' | 'unknown' | 'checks' | 'zones' | 'others' | 'steps';
  readonly title: string;
  readonly items: readonly Item[];
}

const TITLES: Readonly<Record<ChangeKind, string>> = {
  'one-way': 'One-way changes',
  destroy: 'Destroyed',
  replace: 'Replaced: destroyed and created again',
  forget: 'Removed from the state, kept at the service',
  adopt: 'Adopted: exists already',
  create: 'Created',
  update: 'Changed',
  move: 'Moved in the state',
};

/** The sections of a review that are not empty, the most important first. */
export function sectionsOf(review: Review): readonly Section[] {
  const [oneWay, ...kinds] = CHANGE_KINDS;
  return [
    kindSection(oneWay, review),
    errors(review),
    ...kinds.map((kind) => kindSection(kind, review)),
    drift(review),
    finishedSection(review.finished_migrations),
    notKnown(review),
    checksSection(review.checks),
    others(review),
  ].filter(({ items }) => items.length > 0);
}

function kindSection(kind: ChangeKind, { changes }: Review): Section {
  const items = changes.filter((change) => change.ours && change.kind === kind).map(changeItem);
  return { id: kind, title: TITLES[kind], items };
}

function changeItem(change: Change): Item {
  const { migration } = change;
  return {
    line: changeLine(change),
    details: [
      ...(migration === null ? [] : [...approvalLine(migration), ...migrationDetails(migration)]),
      ...attributeLines(change),
      ...proofLine(change),
      whereLine(change),
    ],
    short: change.zone === null ? say`${change.address}` : zonePhrase(change.zone),
  };
}

/** An item that has no shorter form. */
function item(line: Phrase, details: readonly Phrase[] = []): Item {
  return { line, details, short: line };
}

function errors({ errors: refused }: Review): Section {
  const items = refused.map(({ plan, ...problem }) => problemItem(plan, problem));
  return { id: 'errors', title: 'Not reviewed', items };
}

/** An input that could not be read, and why. */
function problemItem(
  input: string,
  { message, seen, allowed, hints }: Pick<InputError, 'message' | 'seen' | 'allowed' | 'hints'>,
): Item {
  return item(
    [...say`${input}: `, message],
    [
      ...seen.map((each) => say`seen: ${each}`),
      ...allowed.map((each) => say`allowed: ${each}`),
      ...hints.map((each) => say`do: ${each}`),
    ],
  );
}

function drift({ drift: found }: Review): Section {
  const items = found
    .filter(({ ours }) => ours)
    .map((each) => item(driftLine(each), (each.attributes ?? []).map(attributeLine)));
  return { id: 'drift', title: 'Drift: changed by others since the last apply', items };
}

/** Migrations that the service has finished, which is no drift. */
function finishedSection(migrations: readonly FinishedMigration[]): Section {
  const items = migrations.map(({ zone, address, stack }) => ({
    line: [
      ...(zone === null ? [] : [...zonePhrase(zone), ': ']),
      ...say`finishing → finished; ${address} in ${stack}`,
    ],
    details: [],
    short: zone === null ? say`${address}` : zonePhrase(zone),
  }));
  return { id: 'finished', title: 'Migrations that have finished since the last apply', items };
}

function notKnown({ changes, deferred }: Review): Section {
  const later = changes.filter(({ ours, zone }) => ours && zone !== null && zone.id === null);
  const items = [
    ...later.map(({ address, stack }) =>
      item(say`${address} in ${stack}: its zone is known only after apply`),
    ),
    ...deferred.map(({ address, stack, reason }) => item(say`${address} in ${stack} is deferred: ${reason}`)),
  ];
  return { id: 'unknown', title: 'Not known before apply', items };
}

/** Checks that did not pass. */
function checksSection(failed: readonly FailedCheck[]): Section {
  const items = failed.map(({ address, stack, status, messages }) => {
    const result = { fail: 'failed', error: 'could not be evaluated', unknown: 'is known only after apply' }[
      status
    ];
    return item(
      [...say`${address} in ${stack} `, result],
      messages.map((message) => say`${message}`),
    );
  });
  return { id: 'checks', title: 'Checks', items };
}

function others(review: Review): Section {
  const { changes, drift: found } = review;
  const items = [
    ...changes
      .filter((change) => !change.ours)
      .map(({ kind, address, stack, provider }) =>
        item([...say`${address} in ${stack}: `, VERBS[kind], ...say` (${provider})`]),
      ),
    ...found
      .filter((each) => !each.ours)
      .map(({ kind, address, stack }) => item(say`${address} in ${stack}: ${kind} by others`)),
  ];
  return { id: 'others', title: 'Other providers', items };
}

/** What happens to an object of a kind of change. */
export const VERBS: Readonly<Record<ChangeKind, string>> = {
  'one-way': 'one way',
  destroy: 'destroyed',
  replace: 'replaced',
  forget: 'removed from the state',
  adopt: 'adopted',
  create: 'created',
  update: 'changed',
  move: 'moved',
};
