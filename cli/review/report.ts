import { type Outcome, type Review, CHANGE_KINDS, type Summary } from './model';
import { sectionsOf, type Section, VERBS } from './sections';
import { limitSentence } from './limits';
import { counted } from './phrase';

/** What a command has found, for people: the terminal and Markdown show it in the same way. */
export interface Report {
  /** The command, by whose name a pipeline finds its comment again. */
  readonly command: 'review' | 'rehearse';
  readonly title: string;
  readonly tone: 'good' | 'change' | 'stop';
  /** Our own words only. */
  readonly summary: readonly string[];
  /** The most important first. */
  readonly sections: readonly Section[];
}

const TONES: Readonly<Record<Outcome, Report['tone']>> = {
  'no changes': 'good',
  changes: 'change',
  irreversible: 'stop',
  'not proven': 'stop',
  'over limit': 'stop',
  error: 'stop',
};

/** A review as a report. */
export function reviewReport(review: Review): Report {
  return {
    command: 'review',
    title: headline(review),
    tone: TONES[review.outcome],
    summary: summaryLines(review),
    sections: sectionsOf(review),
  };
}

const HEADLINES: Readonly<Record<Outcome, string>> = {
  'no changes': 'No changes',
  changes: 'Changes',
  irreversible: 'Changes that cannot be undone',
  'not proven': 'Changes that are not proven',
  'over limit': 'Over the limit',
  error: 'Not everything could be reviewed',
};

/** The outcome in a few words, with the most important: whether what cannot be undone was approved. */
export function headline({ outcome, summary }: Review): string {
  const { finishes, finishes_without_approval: without } = summary;
  if (without === 0) return HEADLINES[outcome];
  const share =
    without === finishes ? '' : `${without.toLocaleString('en')} of ${finishes.toLocaleString('en')} `;
  const what = outcome === 'irreversible' ? ', ' : `, and ${HEADLINES.irreversible.toLowerCase()}, `;
  return `${HEADLINES[outcome]}${what}${share}without a recorded approval`;
}

/** What apply does, in numbers, a sentence for each line. Our own words only. */
function summaryLines(review: Review): readonly string[] {
  const { summary, stacks, limits } = review;
  const outputs = summary.output_changes;
  const stateOnly = stacks.filter((stack) => stack.state_only).length;
  return [
    `${counted(stacks.length, 'stack')}, ${counted(summary.zones, 'zone')} with changes.`,
    ...(summary.finishes > 0 ? finishLines(summary) : []),
    `Objects: ${countedKinds(summary.changes)}.`,
    ...(total(summary.other_changes) > 0
      ? [`Of other providers: ${countedKinds(summary.other_changes)}.`]
      : []),
    ...(outputs > 0 ? [`${counted(outputs, 'output')} changed.`] : []),
    ...(stateOnly > 0
      ? [`In ${counted(stateOnly, 'stack')} apply only records in the state what has changed.`]
      : []),
    ...requestLines(summary),
    ...limits.filter(({ exceeded }) => exceeded).map((limit) => `Over the limit ${limitSentence(limit)}.`),
  ];
}

/** Objects of a kind, as `2 created, 1 changed`. */
function countedKinds(kinds: Summary['changes']): string {
  const parts = CHANGE_KINDS.filter((kind) => kinds[kind] > 0).map(
    (kind) => `${kinds[kind].toLocaleString('en')} ${VERBS[kind]}`,
  );
  return parts.length === 0 ? 'no changes' : parts.join(', ');
}

function finishLines(summary: Summary): readonly string[] {
  const { finishes, finishes_without_approval: without, finishes_with_losses: losing } = summary;
  const what = `${counted(finishes, 'migration finishes', 'migrations finish')}, which cannot be undone`;
  const approval = {
    0: 'each has a recorded approval',
    [finishes]: 'none has a recorded approval',
  }[without];
  return [
    `${what}; ${approval ?? `${without.toLocaleString('en')} of them without a recorded approval`}.`,
    ...(losing > 0
      ? [`Zones among them that lose settings, or may lose some: ${losing.toLocaleString('en')}.`]
      : []),
  ];
}

function requestLines({ requests }: Summary): readonly string[] {
  const { apply, minutes, not_counted: notCounted, waits, wait_minutes: waitMinutes } = requests;
  return [
    ...(apply > 0
      ? [
          `Apply sends about ${counted(apply, 'request')}: ${counted(minutes, 'minute')} of the service's limit ` +
            '(1,200 in 5 minutes for each user).',
        ]
      : []),
    ...(notCounted > 0 ? [`Not counted: the requests of ${counted(notCounted, 'object')}.`] : []),
    ...(waits > 0
      ? [
          `In addition, apply waits for the end of ${counted(waits, 'migration')}: up to ${waitMinutes} minutes each, ` +
            'ten at a time in a stack, with up to 4 requests a minute for each.',
        ]
      : []),
  ];
}

function total(kinds: Summary['changes']): number {
  return Object.values(kinds).reduce((sum, each) => sum + each, 0);
}
