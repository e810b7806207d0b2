import type { Difference } from '../copy/compare';
import { managedRulesMigrationSchema } from '../../schema';
import { countsOf, rowOf, type Mark, type Review, type Row } from '../review/model';
import { counted, given } from '../text/words';
import { countTexts, groupsOf, reviewReport, type Report } from '../review/report';
import { AGAIN, type Step } from './rehearse-stack';
import type { Stack } from './stacks';

/** What a rehearsal found. */
export interface Rehearsal {
  readonly format_version: '1.0';
  /** When the copy was taken, ISO 8601 in UTC. */
  readonly copy_taken_at: string;
  /** When the rehearsal ended, ISO 8601 in UTC. */
  readonly at: string;
  readonly exit_code: number;
  readonly steps: readonly Step[];
  /** Settings that migrations lost, a sentence for each. */
  readonly lost: readonly string[];
  /** What the stacks ended as: our objects alone. Credentials of destinations are hidden, as in a copy. */
  readonly states: Readonly<Record<string, Stack>>;
  /** What the copy lacks of the zones of the stacks, a sentence for each. */
  readonly missing: readonly string[];
  /** What is otherwise than in production, a sentence for each. */
  readonly notes: readonly string[];
  /** Where the emulator would have generated other rules than the service did; it used the service's. */
  readonly differences: readonly Difference[];
  /** Of the plans as they are, before anything was applied. */
  readonly review: Review;
  /** Of the plans that then finish the migrations that had stopped at validation; null if there are none. */
  readonly finish: Review | null;
}

/** The service's limit for each user (docs/internals/service.md 2.4). */
const REQUESTS_A_MINUTE = 240;

/** A rehearsal for people: what happened, then what the plans said. */
export function rehearsalReport(rehearsal: Rehearsal): Report {
  const { review, finish, steps, lost, missing, notes, differences, copy_taken_at: taken } = rehearsal;
  const { title, tone } = reviewReport(review);
  const refused = steps.filter(({ errors }) => errors.length > 0);
  const left = steps.filter(({ command, exit_code: code }) => command === AGAIN && code === 2);
  const requests = steps.reduce((total, step) => total + step.requests, 0);
  const rows = [
    ...missing.map((each) => note('failed', 'Not in the copy', [each])),
    ...refused.flatMap(({ stack, errors }) =>
      errors.map((error) => {
        // The headline of an error, with the rest below it.
        const [first = '', ...rest] = error.split('\n').filter((line) => line !== '');
        return note('failed', 'Refused', [`${stack}: ${first}`, ...rest]);
      }),
    ),
    ...[
      note('notes', 'What happened', steps.map(stepLine)),
      note('notes', 'Not as in production', notes),
      note('notes', 'Lost', lost),
      note('notes', 'Generated otherwise by the emulator', differences.map(differenceLine)),
    ].filter(({ details }) => details.length > 0),
  ];
  const isWell = refused.length + left.length === 0;
  const end = missing.length > 0 ? 'on a copy that lacks something' : 'not everything went well';
  return {
    command: 'rehearse',
    title: `Rehearsed: ${isWell && missing.length === 0 ? title.charAt(0).toLowerCase() + title.slice(1) : end}`,
    tone: isWell && missing.length === 0 ? tone : 'stop',
    summary: [
      `On the copy of ${taken.replace('T', ' ').slice(0, 16)} UTC; production was not asked.`,
      ...given(isWell, 'Every plan was applied, and the next one is empty.'),
      ...some('Commands that failed', refused.length),
      ...some('Stacks that would change again', left.length),
      ...some('Of what the stacks need, the copy lacks', missing.length),
      ...some('Migrations then finished, which cannot be undone', finish?.counts.finishes ?? 0),
      ...some('Settings that migrations lose', lost.length),
      `${counted(requests, 'request')}, ${counted(Math.ceil(requests / REQUESTS_A_MINUTE), 'minute')} of the service's limit.`,
      ...given(
        review.rows.some(isMigration) && missing.length === 0,
        differences.length === 0
          ? 'The emulator generates the same rules as the service did.'
          : `The emulator would generate other rules than the service in ${counted(differences.length, 'place')}; the service's were used.`,
      ),
    ],
    counts: countTexts(countsOf([...rows, ...review.rows])),
    groups: groupsOf([...rows, ...review.rows]),
  };
}

/** Whether a row is what a plan does with a migration. */
export function isMigration({ type, action }: Row): boolean {
  return type === managedRulesMigrationSchema.type && action !== null && action !== 'delete';
}

/** A number that is told unless it is zero. */
function some(what: string, count: number): readonly string[] {
  return given(count > 0, `${what}: ${count.toLocaleString('en')}.`);
}

function note(mark: Mark, title: string, details: readonly string[]): Row {
  return rowOf([mark], title, { details });
}

function stepLine({ stack, command, exit_code: code, requests }: Step): string {
  const isPlan = command.startsWith('plan');
  const well = isPlan ? 'no changes' : 'done';
  const end = code === 0 ? well : code === 2 && isPlan ? 'changes' : 'failed';
  return `${stack}: ${command}: ${end}, ${counted(requests, 'request')}`;
}

function differenceLine({ path, member, service, emulator }: Difference): string {
  if (service === null || emulator === null)
    return `${path} ${member}: only the ${service === null ? 'emulator' : 'service'} has it`;
  return `${path} ${member}: the service ${JSON.stringify(service)}, the emulator ${JSON.stringify(emulator)}`;
}
