import type { LogpushJob } from '../../api';
import type { ProblemLike } from '../../framework';
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

interface Declaration extends Declared {
  /** The job that the object has; undefined while it is to be made. */
  readonly jobId: number | undefined;
}

/**
 * What one run has seen of the log push jobs of its state, a record for each object. The engine shows one object at a
 * time and not its address; two objects are told apart by the tokens in their private state. The order of the calls
 * makes no difference.
 */
export class JobRegistry {
  /** By job: what becomes of each object that has it, by token. */
  readonly #objects = new Map<string, Map<string, Fate>>();
  /** By token. */
  readonly #declared = new Map<string, Declaration>();
  readonly #inState = new Set<string>();
  readonly #completed = new Set<string>();
  readonly #importedOpenly = new Set<string>();
  readonly #listed = new Map<string, Promise<readonly LogpushJob[]>>();
  readonly #creations = new Map<string, Promise<unknown>>();

  /** Notes that an object of the state has this job. */
  markInState(zoneId: string, jobId: number): void {
    this.#inState.add(keyOf(zoneId, jobId));
  }

  isInState(zoneId: string, jobId: number): boolean {
    return this.#inState.has(keyOf(zoneId, jobId));
  }

  /**
   * Notes what becomes of an object.
   *
   * @returns whether another object has the same job and not both of them are destroyed
   */
  note(zoneId: string, jobId: number, token: string, fate: Fate): boolean {
    this.markInState(zoneId, jobId);
    const key = keyOf(zoneId, jobId);
    const objects = this.#objects.get(key) ?? new Map<string, Fate>();
    this.#objects.set(key, objects);
    if (fate !== 'read' || !objects.has(token)) objects.set(token, fate);
    const others = [...objects].filter(([other]) => other !== token);
    return fate === 'kept' ? others.length > 0 : others.some(([, other]) => other === 'kept');
  }

  /**
   * Notes what an object is to be.
   *
   * @param jobId the job that the object has; undefined when it is to be made, also anew
   * @returns the problem, when another object is declared as the same job, and one of the two is new
   */
  declare(token: string, declared: Declared, jobId: number | undefined): ProblemLike | undefined {
    // The second half of a replacement comes with the token of the first, which had a job.
    const mine = { ...declared, jobId: jobId ?? this.#declared.get(token)?.jobId };
    this.#declared.set(token, mine);
    const same = [...this.#declared].find(
      ([other, one]) =>
        other !== token &&
        (one.jobId === undefined || mine.jobId === undefined) &&
        one.zoneId === mine.zoneId &&
        one.destination === mine.destination &&
        sameSettings(one.settings, mine.settings),
    );
    return same && sameJobTwice(same[1].jobId ?? mine.jobId);
  }

  /** Notes that a new object has taken the job of an interrupted creation. */
  markCompleted(zoneId: string, jobId: number): void {
    this.#completed.add(keyOf(zoneId, jobId));
  }

  wasCompleted(zoneId: string, jobId: number): boolean {
    return this.#completed.has(keyOf(zoneId, jobId));
  }

  /** Notes that a job was imported with its destination in the state. */
  importOpenly(zoneId: string, jobId: number): void {
    this.#importedOpenly.add(keyOf(zoneId, jobId));
  }

  wasImportedOpenly(zoneId: string, jobId: number): boolean {
    return this.#importedOpenly.has(keyOf(zoneId, jobId));
  }

  /** The zone's jobs as they were when this run first asked. */
  listed(zoneId: string, list: () => Promise<readonly LogpushJob[]>): Promise<readonly LogpushJob[]> {
    const known = this.#listed.get(zoneId) ?? list();
    this.#listed.set(zoneId, known);
    return known;
  }

  /** Makes one job of a zone at a time, so that a job whose answer was lost is not taken for another's. */
  async runExclusive<T>(zoneId: string, make: () => Promise<T>): Promise<T> {
    const before = this.#creations.get(zoneId) ?? Promise.resolve();
    const mine = before.then(make, make);
    this.#creations.set(zoneId, mine);
    return mine;
  }
}

/** Jobs are numbered in each zone by itself. */
function keyOf(zoneId: string, jobId: number): string {
  return `${zoneId}/${jobId}`;
}
