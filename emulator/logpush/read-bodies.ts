import { type Checked, check, INVALID_VALUE } from '../checks/reader';
import * as is from '../checks/shape';
import type { ServiceSettings } from '../service/settings';
import { DEFAULT_DATASET } from './datasets';
import { INVALID_JOB_VALUE } from './errors';
import type { LogpushJob } from './logpush-state';
import { MAX_TEXT } from './output-options';
import { CHALLENGE, changedJob, checkTogether, DATASET, DESTINATION_TEXT, wholeJob } from './read-job';

/** Reads a body of log push; its problems have the codes of log push. */
export function checkBody<T>(body: unknown, read: is.Shape<T>): Checked<T> {
  const checked = check(body, read);
  if (checked.ok) return checked;
  const problems = checked.problems.map((problem) =>
    problem.code === INVALID_VALUE ? { ...problem, code: INVALID_JOB_VALUE } : problem,
  );
  return { ok: false, problems };
}

const SET_BY_SERVICE = is.ignored(is.nullable(is.text()));

/** What a body has beside settings. Clients send back whole jobs that they read, also with what only the service sets. */
const BESIDE_SETTINGS = {
  id: is.ignored(is.count),
  time_created: SET_BY_SERVICE,
  last_complete: SET_BY_SERVICE,
  last_error: SET_BY_SERVICE,
  error_message: SET_BY_SERVICE,
  ownership_challenge: is.optional(CHALLENGE),
} as const;

/** The body of a creation (docs/internals/service.md 5.1): the job, and the token that proves ownership. */
export const readNewJob = (body: unknown, service: ServiceSettings) =>
  checkBody(body, (reader) => {
    const sent = is.object({ ...BESIDE_SETTINGS, ...wholeJob(reader, service) })(reader);
    if (sent === undefined) return undefined;
    const { ownership_challenge: challenge, ...description } = sent;
    checkTogether(reader, description);
    return { description, challenge };
  });

/** The body of an update: the settings that it changes (docs/internals/service.md 5.2). */
export const readJobChange = (body: unknown, stored: LogpushJob, service: ServiceSettings) =>
  checkBody(body, (reader) => {
    const sent = is.object({
      ...BESIDE_SETTINGS,
      dataset: is.ignored(unchanged(stored.dataset, DEFAULT_DATASET)),
      kind: is.ignored(unchanged(stored.kind, stored.kind)),
      ...changedJob(stored.dataset, service),
    })(reader);
    if (sent === undefined) return undefined;
    const { ownership_challenge: challenge, ...settings } = sent;
    checkTogether(reader, { ...stored, ...settings });
    return { settings, challenge };
  });

/** A member that may be sent, but not changed (docs/internals/service.md 5.2). @param ofNull what null means */
function unchanged(stored: string, ofNull: string): is.Shape<string> {
  return (reader) => {
    const { value } = reader;
    if (value === stored || (value === null && ofNull === stored)) return stored;
    return reader.refuse(`it cannot be changed from '${stored}'`);
  };
}

/** The body of the operations on a destination (docs/internals/service.md 5.1). The operation checks its form. */
export const readDestinationBody = (body: unknown) =>
  checkBody(body, is.object({ destination_conf: DESTINATION_TEXT }));

/** The body of the validation of a token (docs/internals/service.md 5.1). */
export const readChallengeBody = (body: unknown) =>
  checkBody(
    body,
    is.object({ destination_conf: DESTINATION_TEXT, ownership_challenge: is.atMost(MAX_TEXT) }),
  );

/** The body of the validation of options (docs/internals/service.md 5.1). */
export const readOriginBody = (body: unknown) =>
  checkBody(
    body,
    is.object({
      logpull_options: is.nullable(is.atMost(MAX_TEXT)),
      dataset: is.optional(DATASET, DEFAULT_DATASET),
    }),
  );
