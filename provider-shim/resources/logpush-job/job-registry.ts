import { type Problem } from '../../../schema';
import { AskedOnce, type LogpushJob } from '../../api';
import { Exclusive, Records } from '../records';
import { sameJobTwice } from './ownership-problems';
import { sameSettings, type Settings } from './settings';

/** A job as a resource declares it. */
export interface Declared {
  readonly zoneId: string;
  readonly destination: string;
  readonly settings: Settings;
}

/** What this run does with an object of the state: it was read and not planned yet, or it is kept, or destroyed. */
export type Fate = 'read' | 'kept' | 'destroyed';

/** What a run knows of one job of the service. */
interface JobRecord {
  /** Whether an object of the state has it. */
  isInState: boolean;
  /** What becomes of each object that has it, by token. */
  readonly fates: Map<string, Fate>;
  /** Whether a new object of this run has taken it from an interrupted creation. */
  isCompleted: boolean;
  /** Whether it was imported with its destination in the state. */
  isImportedOpenly: boolean;
}

/** What a run knows of one object, new or of the state. */
interface ObjectRecord {
  /** What it is to be; undefined when it was not planned, or not all of it is known. */
  declared: Declared | undefined;
  /** The job that it has; undefined while it is to be made. */
  jobId: number | undefined;
}

/**
 * The log push jobs of one run: a record for each job, and one for each object, which its token in its private state
 * tells from others. The order of the calls makes no difference, but for the two halves of a replacement: the second
 * comes with the token of the first, and after it.
 */
export class JobRegistry {
  readonly #jobs = new Records<JobRecord>(() => ({
    isInState: false,
    fates: new Map(),
    isCompleted: false,
    isImportedOpenly: false,
  }));
  readonly #objects = new Records<ObjectRecord>(() => ({ declared: undefined, jobId: undefined }));
  /** Objects that may be declared as the same job: to compare each with all others takes time in proportion to its square. */
  readonly #alike = new Records<Set<ObjectRecord>>(() => new Set());
  /** By zone: its jobs as they were when this run first asked. */
  readonly #listed = new AskedOnce<readonly LogpushJob[]>();
  readonly #creations = new Exclusive();

  /** Notes that an object of the state has this job. */
  markInState(zoneId: string, jobId: number): void {
    this.#job(zoneId, jobId).isInState = true;
  }

  isInState(zoneId: string, jobId: number): boolean {
    return this.#job(zoneId, jobId).isInState;
  }

  /**
   * Notes what becomes of an object of the state.
   *
   * @returns whether another object has the same job and not both of them are destroyed
   */
  markFate(zoneId: string, jobId: number, token: string, fate: Fate): boolean {
    this.markInState(zoneId, jobId);
    const { fates } = this.#job(zoneId, jobId);
    if (fate !== 'read' || !fates.has(token)) fates.set(token, fate);
    const others = [...fates].filter(([other]) => other !== token);
    return fate === 'kept' ? others.length > 0 : others.some(([, other]) => other === 'kept');
  }

  /**
   * Notes what an object is to be.
   *
   * @param jobId the job that the object has; undefined when it is to be made, also anew
   * @returns the problem, when another object is declared as the same job, and one of the two is new
   */
  reserve(token: string, declared: Declared, jobId: number | undefined): Problem | undefined {
    const mine = this.#objects.of(token);
    if (mine.declared) this.#declaredLike(mine.declared).delete(mine);
    mine.declared = declared;
    mine.jobId = jobId ?? mine.jobId;
    const rivals = this.#declaredLike(declared);
    const same = [...rivals].find(
      (one) =>
        (one.jobId === undefined || mine.jobId === undefined) &&
        one.declared !== undefined &&
        sameSettings(one.declared.settings, declared.settings),
    );
    rivals.add(mine);
    return same && sameJobTwice(same.jobId ?? mine.jobId);
  }

  /** Notes that a new object has taken the job of an interrupted creation. */
  markCompleted(zoneId: string, jobId: number): void {
    this.#job(zoneId, jobId).isCompleted = true;
  }

  isCompleted(zoneId: string, jobId: number): boolean {
    return this.#job(zoneId, jobId).isCompleted;
  }

  /** Notes that a job was imported with its destination in the state. */
  markImportedOpenly(zoneId: string, jobId: number): void {
    this.#job(zoneId, jobId).isImportedOpenly = true;
  }

  isImportedOpenly(zoneId: string, jobId: number): boolean {
    return this.#job(zoneId, jobId).isImportedOpenly;
  }

  /** The zone's jobs as they were when this run first asked. */
  listed(
    zoneId: string,
    signal: AbortSignal,
    list: () => Promise<readonly LogpushJob[]>,
  ): Promise<readonly LogpushJob[]> {
    return this.#listed.of(zoneId, signal, list);
  }

  /** Makes one job of a zone at a time, so that a job whose answer was lost is not taken for another's. */
  runExclusive<T>(zoneId: string, make: () => Promise<T>): Promise<T> {
    return this.#creations.run(zoneId, make);
  }

  #declaredLike({ zoneId, destination, settings: { dataset, kind, name } }: Declared): Set<ObjectRecord> {
    return this.#alike.of(JSON.stringify([zoneId, destination, dataset, kind, name]));
  }

  /** Jobs are numbered in each zone by itself. */
  #job(zoneId: string, jobId: number): JobRecord {
    return this.#jobs.of(`${zoneId}/${jobId}`);
  }
}
