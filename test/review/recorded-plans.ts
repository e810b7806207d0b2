import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Change, Review } from '../../cli/review/model';
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

/** The change of an address; the test fails without it. */
export function changeAt(review: Review, address: string): Change {
  const found = review.changes.find((change) => change.address === address);
  if (found === undefined) throw new Error(`no change of ${address}`);
  return found;
}
