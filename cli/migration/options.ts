import { InvalidArgumentError } from 'commander';

/** What `zonewright migration approve` is given. */
export interface ApproveOptions {
  readonly wave: string;
  readonly target?: 'validation' | 'finished';
  /** Why zones finish that could validate first. */
  readonly skipValidation?: string;
  readonly by?: string;
  readonly ticket: string;
  readonly inventory: string;
  readonly wavesByLabel?: string;
  readonly order?: readonly string[];
  /** In percent. */
  readonly wavesByShare?: readonly number[];
  readonly survey: string;
  readonly approvals: string;
  /** Each `ZONE=REASON`. */
  readonly leaveOut?: readonly string[];
  /** Names or ids. */
  readonly takeIn?: readonly string[];
}

/** The file of a survey, and the file of the approvals. */
export const [SURVEY_FILE, APPROVALS_FILE] = ['survey.json', 'approvals.json'];

/** Percentages of zones. */
export function parseShares(text: string): readonly number[] {
  const shares = text.split(',').map((share) => (/^\s*\d+(\.\d+)?\s*$/.test(share) ? Number(share) : 0));
  const sum = shares.reduce((one, other) => one + other, 0);
  if (shares.every((share) => share > 0) && Math.abs(sum - 100) < 1e-9) return shares;
  throw new InvalidArgumentError('Allowed: percentages above 0 that are 100 together, such as 5,20,75.');
}
