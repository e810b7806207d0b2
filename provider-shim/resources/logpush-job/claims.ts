import type { LogpushJob } from '../../api';
import type { ProblemLike } from '../../framework';
import { jobDeclaredTwice, sameJobTwice } from './claim-problems';
import { sameSettings, type Settings } from './settings';

/** A job as a resource declares it. */
export interface Declared {
  readonly zoneId: string;
  readonly destination: string;
  readonly settings: Settings;
}

interface Declaration extends Declared {
  /** The job that the resource has; undefined when it is to be made. */
  readonly jobId: number | undefined;
}

/**
 * Which job belongs to which resource, as far as this run tells. The engine looks at one resource at a time, and the
 * service cannot be told whose a job is.
 */
export class JobClaims {
  readonly #declared: Declaration[] = [];
  readonly #seen = new Set<string>();
  readonly #changed = new Set<string>();
  readonly #adoptable = new Set<string>();
  readonly #held = new Set<string>();
  readonly #leaving = new Set<string>();
  readonly #importedOpenly = new Set<string>();
  readonly #listed = new Map<string, Promise<readonly LogpushJob[]>>();
  readonly #creations = new Map<string, Promise<unknown>>();

  /**
   * Notes what a resource declares.
   *
   * @param jobId the job that it has; undefined when it is to be made
   * @param replaces the job in whose place it is made
   * @returns the problem, when another resource declares the same, or another job of the same number
   */
  declare(declared: Declared, jobId: number | undefined, replaces?: number): ProblemLike | undefined {
    const { zoneId, destination, settings } = declared;
    const inZone = this.#declared.filter((other) => other.zoneId === zoneId);
    const same = (other: Declared): boolean =>
      other.destination === destination && sameSettings(other.settings, settings);
    this.#declared.push({ ...declared, jobId });
    if (jobId !== undefined && inZone.some((other) => other.jobId === jobId && !same(other)))
      return jobDeclaredTwice(jobId);
    const another = inZone.find(
      (other) =>
        (jobId === undefined || other.jobId === undefined) &&
        (replaces === undefined || other.jobId !== replaces) &&
        same(other),
    );
    return another && sameJobTwice(another.jobId ?? jobId);
  }

  /** Notes that a resource of the state has this job. */
  see(zoneId: string, jobId: number): void {
    this.#seen.add(keyOf(zoneId, jobId));
  }

  /** Whether a resource of the state is known to have this job. */
  isSeen(zoneId: string, jobId: number): boolean {
    return this.#seen.has(keyOf(zoneId, jobId));
  }

  /** Notes that a resource changes its job. @returns whether a new resource would take that job */
  change(zoneId: string, jobId: number): boolean {
    this.#changed.add(keyOf(zoneId, jobId));
    return this.#adoptable.has(keyOf(zoneId, jobId));
  }

  /** Notes that a new resource would take this job. @returns whether another resource changes it */
  wouldAdopt(zoneId: string, jobId: number): boolean {
    this.#adoptable.add(keyOf(zoneId, jobId));
    return this.#changed.has(keyOf(zoneId, jobId));
  }

  /** Takes a job for a resource that is made now. @returns whether nobody else has it in this run */
  hold(zoneId: string, jobId: number): boolean {
    const key = keyOf(zoneId, jobId);
    if (this.#held.has(key) || this.#leaving.has(key) || this.#changed.has(key)) return false;
    this.#held.add(key);
    return true;
  }

  /** Notes that a resource gives up its job. @returns whether the job may be deleted: no other resource took it */
  leave(zoneId: string, jobId: number): boolean {
    const key = keyOf(zoneId, jobId);
    if (this.#held.has(key)) return false;
    this.#leaving.add(key);
    return true;
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
  async alone<T>(zoneId: string, make: () => Promise<T>): Promise<T> {
    const before = this.#creations.get(zoneId) ?? Promise.resolve();
    const mine = before.then(make, make);
    this.#creations.set(zoneId, mine);
    return mine;
  }
}

function keyOf(zoneId: string, jobId: number): string {
  return `${zoneId}/${jobId}`;
}
