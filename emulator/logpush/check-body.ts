import type { Checked } from '../checks/problem';
import type { Reader } from '../checks/reader';
import { check } from '../checks/reader';
import { INVALID_VALUE } from '../errors/chosen';
import { INVALID_JOB_VALUE } from './errors';

/** Reads a body of log push; its problems have the codes of log push. */
export function checkBody<T>(body: unknown, read: (reader: Reader) => T | undefined): Checked<T> {
  const checked = check(body, read);
  if (checked.ok) return checked;
  const problems = checked.problems.map((problem) =>
    problem.code === INVALID_VALUE ? { ...problem, code: INVALID_JOB_VALUE } : problem,
  );
  return { ok: false, problems };
}
