import { type Checked, type Members, type Reader, check, INVALID_VALUE } from '../checks/reader';
import type { ServiceSettings } from '../service/settings';
import { DATASETS, DEFAULT_DATASET } from './datasets';
import { INVALID_JOB_VALUE } from './errors';
import type { LogpushJob } from './logpush-state';
import { MAX_TEXT } from './output-options';
import {
  type JobDescription,
  type JobSettings,
  checkTogether,
  DESCRIPTION_MEMBERS,
  readChallenge,
  readDescription,
  readDestinationText,
  readSettings,
} from './read-job';

/** Reads a body of log push; its problems have the codes of log push. */
export function checkBody<T>(body: unknown, read: (reader: Reader) => T | undefined): Checked<T> {
  const checked = check(body, read);
  if (checked.ok) return checked;
  const problems = checked.problems.map((problem) =>
    problem.code === INVALID_VALUE ? { ...problem, code: INVALID_JOB_VALUE } : problem,
  );
  return { ok: false, problems };
}

// Clients send back whole jobs that they read; members that only the service sets are accepted and ignored.
const SET_BY_SERVICE = ['id', 'time_created', 'last_complete', 'last_error', 'error_message'] as const;

const BODY_MEMBERS = [...SET_BY_SERVICE, ...DESCRIPTION_MEMBERS, 'ownership_challenge'] as const;

/** The body of a creation (docs/internals/service.md 5.1). */
interface NewJob {
  readonly description: JobDescription;
  /** The token that proves ownership. */
  readonly challenge: string | undefined;
}

/** The body of an update: the settings that it changes (docs/internals/service.md 5.2). */
interface JobChange {
  readonly settings: Partial<JobSettings>;
  readonly challenge: string | undefined;
}

export function readNewJob(body: unknown, settings: ServiceSettings): Checked<NewJob> {
  return checkBody(body, (reader) => {
    const members = reader.members(BODY_MEMBERS);
    if (members === undefined) return undefined;
    readSetByService(members);
    const challenge = readChallenge(members.optional('ownership_challenge'));
    const description = readDescription(reader, members, settings);
    return description && { description, challenge };
  });
}

export function readJobChange(
  body: unknown,
  stored: LogpushJob,
  settings: ServiceSettings,
): Checked<JobChange> {
  return checkBody(body, (reader) => {
    const members = reader.members(BODY_MEMBERS);
    if (members === undefined) return undefined;
    readSetByService(members);
    readUnchanged(members.optional('dataset'), stored.dataset, DEFAULT_DATASET);
    readUnchanged(members.optional('kind'), stored.kind, stored.kind);
    const challenge = readChallenge(members.optional('ownership_challenge'));
    const changed = readSettings(reader, members, stored.dataset, settings);
    checkTogether(reader, { ...stored, ...changed });
    return { settings: changed, challenge };
  });
}

/** A member that may be sent, but not changed (docs/internals/service.md 5.2). @param ofNull what null means */
function readUnchanged(reader: Reader | undefined, stored: string, ofNull: string): void {
  if (reader === undefined || (reader.value === null && ofNull === stored)) return;
  if (reader.value !== stored) reader.refuse(`it cannot be changed from '${stored}'`);
}

function readSetByService(members: Members<(typeof SET_BY_SERVICE)[number]>): void {
  members.optional('id')?.count();
  for (const name of ['time_created', 'last_complete', 'last_error', 'error_message'] as const) {
    const sent = members.optional(name);
    if (sent?.value !== null) sent?.string();
  }
}

/** The body of the operations on a destination (docs/internals/service.md 5.1). The operation checks its form. */
export function readDestinationBody(body: unknown): Checked<string> {
  return checkBody(body, (reader) =>
    readDestinationText(reader, reader.members(['destination_conf'])?.required('destination_conf')),
  );
}

/** The body of the validation of a token (docs/internals/service.md 5.1). */
export function readChallengeBody(
  body: unknown,
): Checked<{ readonly destination: string; readonly challenge: string }> {
  return checkBody(body, (reader) => {
    const members = reader.members(['destination_conf', 'ownership_challenge']);
    const destination = readDestinationText(reader, members?.required('destination_conf'));
    const challenge = longText(members?.required('ownership_challenge'));
    return destination === undefined || challenge === undefined ? undefined : { destination, challenge };
  });
}

/** The body of the validation of options (docs/internals/service.md 5.1). */
export function readOriginBody(
  body: unknown,
): Checked<{ readonly options: string | null; readonly dataset: string }> {
  return checkBody(body, (reader) => {
    const members = reader.members(['logpull_options', 'dataset']);
    const sent = members?.required('logpull_options');
    const options = sent?.value === null ? null : longText(sent);
    const sentDataset = members?.optional('dataset');
    const dataset = sentDataset?.value === null ? undefined : sentDataset?.oneOf(DATASETS);
    return options === undefined ? undefined : { options, dataset: dataset ?? DEFAULT_DATASET };
  });
}

function longText(reader: Reader | undefined): string | undefined {
  const text = reader?.string();
  if (text === undefined || text.length <= MAX_TEXT) return text;
  return reader?.refuse(`it must have at most ${MAX_TEXT} characters`);
}
