import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Review, Row } from '../../cli/review/model';
import { readPlan } from '../../cli/review/read-plan';
import { reviewPlans, type PlanInput } from '../../cli/review/review-plans';
import type { RecordedPlan } from './record-plan';

const FOLDER = join(__dirname, '..', 'fixtures', 'plans');

/** What the real engine wrote for a scenario (`test/review/plan-scenarios.ts`). */
export function recordedPlan(name: string): RecordedPlan {
  return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as RecordedPlan;
}

/** A recorded plan as the input of a review, in a stack of its name. */
export function planInput(name: string, stack = name): PlanInput {
  return inputOf(recordedPlan(name).shown, stack);
}

/** A document as the input of a review; the test fails if it is no plan. */
export function inputOf(document: unknown, stack: string): PlanInput {
  const { plan, problem } = { plan: undefined, ...readPlan(JSON.stringify(document)) };
  if (plan === undefined) throw new Error(`${stack}: ${problem?.message}`);
  return { stack, file: `${stack}/tfplan.json`, plan };
}

/** The review of recorded plans. */
export function reviewOf(...names: readonly string[]): Review {
  return reviewPlans(
    names.map((name) => planInput(name)),
    [],
  );
}

/** The row of what apply does at an address; the test fails without it. */
export function rowAt(review: Review, address: string): Row {
  const found = review.rows.find((row) => row.address === address && row.action !== null);
  if (found === undefined) throw new Error(`no change of ${address}`);
  return found;
}

/** The rows of what others changed. */
export function driftIn({ rows }: Review): readonly Row[] {
  return rows.filter(({ counted_as: marks }) => marks.includes('outside'));
}
