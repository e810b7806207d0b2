import { countsOf, rowOf, type Review } from '../review/model';
import { countTexts, groupsOf, reviewReport, type Report } from '../review/report';
import { counted, given } from '../text/words';

/** A command of a rehearsal, how it ended, what it sent to the emulator, and the errors that the engine printed. */
export interface Step {
  readonly stack: string;
  readonly command: string;
  readonly end: 'no changes' | 'changes' | 'done' | 'failed';
  readonly requests: number;
  readonly errors: readonly string[];
}

/** The plan after an apply. */
export const AGAIN = 'plan again';

/** What a rehearsal found. */
export interface Rehearsal {
  readonly format_version: '1.0';
  /** When the copy was taken, ISO 8601 in UTC. */
  readonly copy_taken_at: string;
  readonly exit_code: number;
  readonly steps: readonly Step[];
  /** What the copy lacks of the zones of the stacks, a sentence for each. */
  readonly missing: readonly string[];
  /** What is otherwise than in production, a sentence for each. */
  readonly notes: readonly string[];
  /** Of the plans as they are, before anything was applied. */
  readonly review: Review;
  /** Of the plans that then finish the migrations that had stopped at validation; null if there are none. */
  readonly finish: Review | null;
}

/** Whether a step has left changes after an apply. */
const isLeft = ({ command, end }: Step): boolean => command === AGAIN && end === 'changes';

/** Whether the copy lacks nothing, no command was refused, and no apply left changes. */
export function wentWell({ steps, missing }: Pick<Rehearsal, 'steps' | 'missing'>): boolean {
  return missing.length === 0 && steps.every((step) => step.errors.length === 0 && !isLeft(step));
}

/** The service's limit for each user (docs/internals/service.md 2.4). */
const REQUESTS_A_MINUTE = 240;

/** A rehearsal for people: what happened, then what the plans said. */
export function rehearsalReport(rehearsal: Rehearsal): Report {
  const { review, finish, steps, missing, notes, copy_taken_at: taken } = rehearsal;
  const { title, tone } = reviewReport(review);
  const requests = steps.reduce((total, step) => total + step.requests, 0);
  const lines = steps.map((step) => {
    return `${step.stack}: ${step.command}: ${step.end}, ${counted(step.requests, 'request')}`;
  });
  const refused = steps.flatMap(({ stack, errors }) =>
    // The headline of an error, with the rest below it.
    errors.map((error) => `${stack}: ${error}`.split('\n').filter((line) => line !== '')),
  );
  const rows = [
    ...missing.map((each) => rowOf(['failed'], 'Not in the copy', { details: [each] })),
    ...refused.map((details) => rowOf(['failed'], 'Refused', { details })),
    rowOf(['notes'], 'What happened', { details: lines }),
    ...given(notes.length > 0, rowOf(['notes'], 'Not as in production', { details: notes })),
    ...review.rows,
  ];
  const isWell = wentWell(rehearsal);
  const finishes = finish?.counts.finishes ?? 0;
  return {
    command: 'rehearse',
    title: `Rehearsed: ${isWell ? title.charAt(0).toLowerCase() + title.slice(1) : 'not everything went well'}`,
    tone: isWell ? tone : 'stop',
    summary: [
      `On the copy of ${taken.replace('T', ' ').slice(0, 16)} UTC; production was not asked.`,
      ...given(isWell, 'Every plan was applied, and the next one is empty.'),
      ...given(steps.some(isLeft), 'An apply left changes.'),
      ...given(finishes > 0, `Migrations then finished, on the copy alone: ${finishes}.`),
      `${counted(requests, 'request')}, ${counted(Math.ceil(requests / REQUESTS_A_MINUTE), 'minute')} of the service's limit.`,
    ],
    counts: countTexts(countsOf(rows)),
    groups: groupsOf(rows),
  };
}
