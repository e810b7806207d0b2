import type { Review } from '../model';

/** The review as JSON (docs/schemas/review.schema.json). */
export function jsonText(review: Review): string {
  return `${JSON.stringify(review, null, 2)}\n`;
}

/**
 * The report that GitLab shows in a merge request
 * (https://docs.gitlab.com/ee/ci/yaml/artifacts_reports.html#artifactsreportsterraform).
 */
export function gitlabText({ summary }: Review): string {
  return `${JSON.stringify(summary.actions)}\n`;
}
