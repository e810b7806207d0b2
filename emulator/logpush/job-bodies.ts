import type { Checked } from '../checks/problem';
import type { Members, Reader } from '../checks/reader';
import { checkBody } from './check-body';
import { DEFAULT_DATASET } from './datasets';
import type { LogpushJob } from './logpush-job';
import type { JobDescription, JobSettings } from './read-job';
import { DESCRIPTION_MEMBERS, readChallenge, readDescription, readSettings } from './read-job';

// Clients send back whole jobs that they read; what only the service sets is taken and not used.
const SET_BY_SERVICE = ['id', 'last_complete', 'last_error', 'error_message'] as const;

const BODY_MEMBERS = [...SET_BY_SERVICE, ...DESCRIPTION_MEMBERS, 'ownership_challenge'] as const;

/** The body of a creation (docs/service.md 5.1). */
export interface NewJob {
  readonly description: JobDescription;
  /** The token that proves ownership. */
  readonly challenge: string | undefined;
}

/** The body of an update: the settings that it changes (docs/service.md 5.2). */
export interface JobChange {
  readonly settings: Partial<JobSettings>;
  readonly challenge: string | undefined;
}

export function readNewJob(body: unknown): Checked<NewJob> {
  return checkBody(body, (reader) => {
    const members = reader.members(BODY_MEMBERS);
    if (members === undefined) return undefined;
    readSetByService(members);
    const challenge = readChallenge(members.optional('ownership_challenge'));
    const description = readDescription(reader, members);
    return description && { description, challenge };
  });
}

export function readJobChange(body: unknown, stored: LogpushJob): Checked<JobChange> {
  return checkBody(body, (reader) => {
    const members = reader.members(BODY_MEMBERS);
    if (members === undefined) return undefined;
    readSetByService(members);
    readUnchanged(members.optional('dataset'), stored.dataset, DEFAULT_DATASET);
    readUnchanged(members.optional('kind'), stored.kind, stored.kind);
    const challenge = readChallenge(members.optional('ownership_challenge'));
    return { settings: readSettings(reader, members, stored.dataset), challenge };
  });
}

/** A member that may be sent, but not changed (docs/service.md 5.2). @param ofNull what null says */
function readUnchanged(reader: Reader | undefined, stored: string, ofNull: string): void {
  if (reader === undefined || (reader.value === null && ofNull === stored)) return;
  if (reader.value !== stored) reader.refuse(`it cannot be changed from '${stored}'`);
}

function readSetByService(members: Members<(typeof SET_BY_SERVICE)[number]>): void {
  members.optional('id')?.count();
  for (const name of ['last_complete', 'last_error', 'error_message'] as const) {
    const sent = members.optional(name);
    if (sent?.value !== null) sent?.string();
  }
}
