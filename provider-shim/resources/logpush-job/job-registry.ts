import { type Declared, sameSettings } from './settings';
import { type Problem } from '../../../schema';
import { AskedOnce, type LogpushJob } from '../../api';
import { Copies, Exclusive, Records, type Shown } from '../run-state';
import type { FoundFields } from './log-fields';
import { PROBLEM } from './problems';

/** What a run knows about one job of the service. */
interface JobRecord {
  /** Whether an object of the state has it. */
  isInState: boolean;
  /** What was last shown of each object that has it, by token. */
  readonly shown: Map<string, Shown>;
  /** Whether one of them is kept. */
  isKept: boolean;
  /** Whether a new object of this run has taken it from an interrupted creation. */
  isCompleted: boolean;
  /** Whether it was imported with its destination in the state. */
  isImportedOpenly: boolean;
}

/** What a run knows about one object, new or of the state. */
interface ObjectRecord {
  /** What it is declared as; undefined when it was not planned or is not completely known. */
  declared: Declared | undefined;
  /** Its job; undefined until the job is created. */
  jobId: number | undefined;
}

/**
 * The log push jobs of one run: a record for each job, and one for each object, by what identifies it. The order of the
 * calls does not matter, except for the two halves of a replacement: the second has the identity of the first and follows
 * it.
 */
export class JobRegistry {
  readonly #jobs = new Records<JobRecord>(() => ({
    ...{ isInState: false, isKept: false, isCompleted: false, isImportedOpenly: false },
    shown: new Map(),
  }));
  readonly #copies = new Copies();
  readonly #objects = new Records<ObjectRecord>(() => ({ declared: undefined, jobId: undefined }));
  /** Objects that may declare the same job, so that not every object has to be compared with all others. */
  readonly #sameDeclaration = new Records<Set<ObjectRecord>>(() => new Set());
  /** By zone: its jobs when this run first listed them. */
  readonly listed = new AskedOnce<readonly LogpushJob[]>();
  /** By zone and dataset. */
  readonly fields = new AskedOnce<FoundFields>();
  readonly atApply = new JobsAtApply();
  readonly #creations = new Exclusive();

  /** Each zone numbers its own jobs. */
  job(zoneId: string, jobId: number): JobRecord {
    return this.#jobs.of(`${zoneId}/${jobId}`);
  }

  /**
   * Records what this run is shown of an object of the state.
   *
   * @returns whether another object has the same job and not both of them are destroyed
   */
  markShown(zoneId: string, jobId: number, object: string, what: Shown): boolean {
    const job = this.job(zoneId, jobId);
    job.isInState = true;
    job.isKept ||= what === 'kept';
    const { shown } = job;
    if (what !== 'read' || !shown.has(object)) shown.set(object, what);
    if (this.#copies.note(object, what)) return job.isKept;
    const others = [...shown].filter(([other]) => other !== object);
    return what === 'kept' ? others.length > 0 : others.some(([, other]) => other === 'kept');
  }

  /**
   * Records what an object is declared as.
   *
   * @param jobId the object's job; undefined when it is to be created or replaced
   * @returns a problem if another object declares the same job and one of the two is new
   */
  reserve(object: string, declared: Declared, jobId: number | undefined): Problem | undefined {
    const mine = this.#objects.of(object);
    this.release(object);
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
    return same && PROBLEM.job_declared_twice(same.jobId ?? mine.jobId);
  }

  /** Forgets what an object was declared as: its job may be gone, so that it is planned again, as a new one. */
  release(object: string): void {
    const mine = this.#objects.of(object);
    if (mine.declared) this.#declaredLike(mine.declared).delete(mine);
  }

  /** Runs tasks of a zone one at a time, so that two objects never complete the same creation. */
  runExclusive<T>(zoneId: string, task: () => Promise<T>): Promise<T> {
    return this.#creations.run(zoneId, task);
  }

  /** Creates jobs that may be alike one at a time, so that a job whose answer was lost is not mistaken for another. */
  createAlone<T>(declared: Declared, create: () => Promise<T>): Promise<T> {
    return this.#creations.run(declarationKey(declared), create);
  }

  #declaredLike(declared: Declared): Set<ObjectRecord> {
    return this.#sameDeclaration.of(declarationKey(declared));
  }
}

/** The same text for all declarations that may be of the same job. */
function declarationKey({ zoneId, destination, settings: { dataset, kind, name } }: Declared): string {
  return JSON.stringify([zoneId, destination, dataset, kind, name]);
}

/**
 * Milliseconds for which a list serves further creations. If the answer to a creation is lost, a job that somebody else
 * creates in the meantime would be taken for ours if it is identical, so it must be short.
 */
const SERVES = 5_000;

type List = () => Promise<readonly LogpushJob[]>;

/**
 * The jobs of zones right before apply creates others, or completes interrupted creations. The creations of some seconds
 * share one list, so that those of a zone take one request more and not one for each.
 */
export class JobsAtApply {
  readonly #lists = new AskedOnce<readonly LogpushJob[]>();
  /** When the list of a zone was asked for, and the interrupted creations, by token, that had ended by then. */
  readonly #asked = new Map<string, { readonly at: number; readonly ended: readonly string[] }>();
  readonly #created = new Records<Set<number>>(() => new Set());

  /** @param now milliseconds of this process */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * The zone's jobs, without those that this run has created since they were asked for.
   *
   * @param ended tokens of interrupted creations: the list was asked for after their processes had ended, so it has what
   *   they created
   */
  async listed(zoneId: string, ended: readonly string[], signal: AbortSignal, list: List) {
    const { at, ended: before } = this.#asked.get(zoneId) ?? { at: -Infinity, ended: [] };
    const serves = this.now() - at < SERVES && ended.every((creation) => before.includes(creation));
    if (!serves) this.#lists.forget(zoneId);
    return this.#lists.of(zoneId, signal, () => {
      this.#asked.set(zoneId, { at: this.now(), ended });
      return list();
    });
  }

  /**
   * The ids of the zone's jobs with those that this run has created, so that the job of a creation whose answer is lost can
   * be told from them.
   */
  async idsOf(zoneId: string, signal: AbortSignal, list: List): Promise<readonly number[]> {
    const listed = await this.listed(zoneId, [], signal, list);
    return [...new Set([...listed.map(({ id }) => id), ...this.#created.of(zoneId)])];
  }

  /** Adds a job that this run has created. @returns false if it has created that one before */
  add(zoneId: string, jobId: number): boolean {
    const created = this.#created.of(zoneId);
    const isNew = !created.has(jobId);
    created.add(jobId);
    return isNew;
  }
}
