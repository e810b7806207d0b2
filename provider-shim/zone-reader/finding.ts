import type { Problem } from '../../schema';

/**
 * Something at the service that the configuration does not have, or has only in part: what it is, and why. The path is
 * empty. A finding shows no secret.
 */
export function finding(code: string, message: string, hint: string): Problem {
  return { code, path: [], message, hint };
}

/** An object that cannot be declared because a plan would refuse it. @param subject begins a sentence */
export function undeclarable(subject: string, problems: readonly Problem[]): Problem {
  const reasons = problems.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  );
  return finding(
    'undeclarable',
    `${subject} is not adopted, because the provider refuses it as it is. ${reasons.join(' ')}`,
    'Correct it at the service and adopt again with --again, or leave it unmanaged.',
  );
}
