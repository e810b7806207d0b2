import type { Problem } from '../problem';

/** The longest name of a job (docs/service.md 5.2). */
export const MAX_JOB_NAME_LENGTH = 512;

/** The name of a log push job: letters, digits, `-` and `.` (docs/service.md 5.2). */
export function jobName(value: string): readonly Problem[] {
  if (value.length > MAX_JOB_NAME_LENGTH)
    return [
      {
        code: 'job_name_too_long',
        path: [],
        message: `The name has ${value.length} characters.`,
        hint: `At most ${MAX_JOB_NAME_LENGTH} are allowed.`,
      },
    ];
  if (/^[a-zA-Z0-9\-.]*$/.test(value)) return [];
  const mended = value.trim().replace(/[^a-zA-Z0-9\-.]+/g, '-');
  return [
    {
      code: 'job_name_malformed',
      path: [],
      message: `${JSON.stringify(value)} is not the name of a log push job.`,
      hint: `A name has letters, digits, "-" and "." only, and no spaces. For example: "${mended}".`,
    },
  ];
}
