import { markdownText } from '../../cli/review/formats/markdown';
import { reviewReport } from '../../cli/review/report';
import type { Review } from '../../cli/review/model';
import { reviewPlans, type PlanInput } from '../../cli/review/review-plans';
import { planWithRecord, reviewOf } from './recorded-plans';

/** The review of the recorded rollout, which docs/guides/review.md shows. */
export const exampleReview = () => reviewOf('waf-1', 'waf-2', 'waf-3');

/** Its Markdown, as docs/schemas/review-example.md has it. */
export function exampleMarkdown(): string {
  return markdownText(reviewReport(exampleReview()));
}

export const reviewed = (...inputs: readonly PlanInput[]): Review => reviewPlans(inputs, []);

/** A wave of the recorded rollout in a stack of its own, with other members in its record. */
export const wave = (name: string, record: Readonly<Record<string, unknown>> = {}): PlanInput => ({
  ...planWithRecord('waf-2', { wave: name, position: undefined, ...record }),
  stack: `waf-${name}`,
});
