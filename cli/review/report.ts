import { headline, summaryLines } from './headline';
import type { Outcome, Review } from './model';
import { sectionsOf, type Section } from './sections';

/** What a command has found, for people: the terminal and Markdown show it in the same way. */
export interface Report {
  /** The command, by whose name a pipeline finds its comment again. */
  readonly command: 'review' | 'drift';
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
