import type { IConstruct } from 'constructs';
import { type FieldList, isKnown } from '../../schema';
import {
  certainlyOfZone,
  perhapsOfZone,
  registerOfZone,
  type OfZone,
  type OncePerZone,
  atAnotherService,
} from '../elements/once-per-zone';
import { known } from '../binding/known';
import { register, registered } from '../binding/registry';

/** The log field of `http_requests` that holds what a list configures (docs/internals/service.md 1.1, 5.2). */
export const LOG_FIELD_OF = {
  request_headers: 'RequestHeaders',
  transformed_request_headers: 'RequestHeaders',
  response_headers: 'ResponseHeaders',
  raw_response_headers: 'ResponseHeaders',
  cookies: 'Cookies',
} as const satisfies Readonly<Record<FieldList, string>>;

/** A log field that holds custom fields. */
export type CustomLogField = (typeof LOG_FIELD_OF)[FieldList];

/** What each of them holds, and how to add more to a `LogCustomFields`. */
export const HELD_BY = {
  RequestHeaders: { noun: 'request headers', method: 'addRequestHeader' },
  ResponseHeaders: { noun: 'response headers', method: 'addResponseHeader' },
  Cookies: { noun: 'cookies', method: 'addCookie' },
} as const satisfies Readonly<Record<CustomLogField, { readonly noun: string; readonly method: string }>>;

export function isCustomLogField(name: string): name is CustomLogField {
  return Object.hasOwn(HELD_BY, name);
}

/** A zone has one list of custom log fields. */
export const ZONE_LIST: OncePerZone = {
  kind: Symbol.for('zonewright/LogCustomFields'),
  subject: 'The custom log fields',
  verb: 'are',
  hint: 'A zone has one list of them. Keep one LogCustomFields and add to it, e.g. with addRequestHeader.',
};

/** What declares the custom log fields of a zone. */
export interface ZoneList extends OfZone {
  /** The log fields that hold what it configures. */
  readonly logFields: readonly CustomLogField[];
}

/** The lists that belong, or may belong, to the zone of something. */
export function zoneLists(ofZone: OfZone): readonly ZoneList[] {
  return perhapsOfZone(ofZone, ZONE_LIST.kind, ofZone.zoneId) as readonly ZoneList[];
}

/** Those that certainly do, by the id of the zone. */
function certainZoneLists(ofZone: OfZone): readonly ZoneList[] {
  return certainlyOfZone(ofZone, ZONE_LIST.kind, ofZone.zoneId) as readonly ZoneList[];
}

const JOBS = Symbol.for('zonewright/LogpushJob');
const JOBS_OF_LIST = Symbol.for('zonewright/JobOfLogCustomFields');

/** A log push job as the others in its app see it. */
export interface AppJob extends OfZone {
  /** Its custom fields, which certainly belong to its zone. */
  readonly customFields: IConstruct | undefined;
  /** The dataset: literal or a token. */
  readonly dataset: string;
  /** The listed log fields that are known at synth. */
  readonly listedFields: readonly string[];
  /** Whether it lists, or may list, others that are unknown at synth. */
  readonly listsMore: boolean;
}

/** Registers a job in the app and with its custom fields. */
export function registerJob(job: AppJob): void {
  registerOfZone(JOBS, job);
  if (job.customFields) register(job.customFields, JOBS_OF_LIST, job);
}

/** The jobs with a list of custom fields. */
export function jobsOfList(list: IConstruct): readonly IConstruct[] {
  return registered(list, JOBS_OF_LIST);
}

/** The jobs that belong, or may belong, to the zone of a list. */
export function jobsOfZone(list: ZoneList): readonly AppJob[] {
  return perhapsOfZone(list, JOBS, list.zoneId) as readonly AppJob[];
}

/** The lists that certainly belong to the zone of a job, its own first. */
export function listsOfJob(job: AppJob): readonly ZoneList[] {
  const given = job.customFields as ZoneList | undefined;
  const others = certainZoneLists(job).filter((list) => list !== given && ofOneZone(job, list) === 'yes');
  return given ? [given, ...others] : others;
}

/** The jobs that certainly belong to the zone of a list, those with the list first. */
export function certainJobsOfList(list: ZoneList): readonly AppJob[] {
  const given = registered(list, JOBS_OF_LIST) as readonly AppJob[];
  const ofZone = certainlyOfZone(list, JOBS, list.zoneId) as readonly AppJob[];
  return [...given, ...ofZone.filter((job) => job.customFields !== list && ofOneZone(job, list) === 'yes')];
}

/** Whether a job and a list of custom log fields belong to one zone, as far as that is known at synth. */
export function ofOneZone(job: AppJob, list: ZoneList): 'yes' | 'no' | 'perhaps' {
  if (job.customFields === list) return 'yes';
  const [one, other] = [known(job.zoneId), known(list.zoneId)];
  if (!isKnown(one) || !isKnown(other)) return 'perhaps';
  return one === other && !atAnotherService(job, list) ? 'yes' : 'no';
}
