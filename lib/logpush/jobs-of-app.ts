import type { IConstruct } from 'constructs';
import { isKnown } from '../../schema';
import { known } from '../binding/known';
import {
  atAnotherService,
  certainlyOfZone,
  perhapsOfZone,
  registerOfZone,
  type OfZone,
} from '../binding/once-per-zone';
import { certainZoneLists, type ZoneList } from '../log-fields/one-list-per-zone';
import { register, registered } from '../binding/registry';

const JOBS = Symbol.for('zonewright/LogpushJob');
const JOBS_OF_LIST = Symbol.for('zonewright/JobOfLogCustomFields');

/** A log push job as the others in its app see it. */
export interface AppJob extends OfZone {
  /** The list that it was given, which is certain to be of its zone. */
  readonly customFields: IConstruct | undefined;
  /** The dataset: literal or a token. */
  readonly dataset: string;
  /** The log fields that it lists, as far as they are known at synth. */
  readonly listedFields: readonly string[];
  /** Whether it lists others that are known only later, or may. */
  readonly listsMore: boolean;
}

/** Makes a job known to all others in the app, and to the list that it was given. */
export function registerJob(job: AppJob): void {
  registerOfZone(JOBS, job);
  if (job.customFields) register(job.customFields, JOBS_OF_LIST, job);
}

/** The jobs that were given a list. */
export function jobsOfList(list: IConstruct): readonly IConstruct[] {
  return registered(list, JOBS_OF_LIST);
}

/** The jobs that are, or may be, of the zone of a list. */
export function jobsOfZone(list: ZoneList): readonly AppJob[] {
  return perhapsOfZone(list, JOBS, list.zoneId) as readonly AppJob[];
}

/** The lists that are certain to be of the zone of a job: the one that it was given first. */
export function listsOfJob(job: AppJob): readonly ZoneList[] {
  const given = job.customFields as ZoneList | undefined;
  const others = certainZoneLists(job).filter((list) => list !== given && ofOneZone(job, list) === 'yes');
  return given ? [given, ...others] : others;
}

/** The jobs that are certain to be of the zone of a list: those that it was given to first. */
export function certainJobsOfList(list: ZoneList): readonly AppJob[] {
  const given = registered(list, JOBS_OF_LIST) as readonly AppJob[];
  const ofZone = certainlyOfZone(list, JOBS, list.zoneId) as readonly AppJob[];
  return [...given, ...ofZone.filter((job) => job.customFields !== list && ofOneZone(job, list) === 'yes')];
}

/** Whether a job and a list of custom log fields are of one zone, as far as that is known at synth. */
export function ofOneZone(job: AppJob, list: ZoneList): 'yes' | 'no' | 'perhaps' {
  if (job.customFields === list) return 'yes';
  const [one, other] = [known(job.zoneId), known(list.zoneId)];
  if (!isKnown(one) || !isKnown(other)) return 'perhaps';
  return one === other && !atAnotherService(job, list) ? 'yes' : 'no';
}
