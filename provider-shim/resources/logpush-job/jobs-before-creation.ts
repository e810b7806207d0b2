import { AskedOnce, type LogpushJob } from '../../api';

/**
 * Milliseconds for which a list serves further creations. If the answer to a creation is lost, a job that somebody else
 * creates in the meantime would be taken for ours if it is identical, so it must be short.
 */
const SERVES = 5_000;

/** A list of a zone's jobs. */
interface Asked {
  /** Counts the lists of the zone, from 1. */
  readonly number: number;
  /** When it was asked for, in milliseconds of this process. */
  readonly at: number;
}

/**
 * Which jobs a zone had right before a creation, so that the job of a creation whose answer is lost can be told from
 * them. The creations of some seconds share one list, to which the jobs that this run has created are added.
 */
export class JobsBeforeCreation {
  readonly #lists = new AskedOnce<readonly LogpushJob[]>();
  readonly #latest = new Map<string, Asked>();
  readonly #created = new Map<string, Set<number>>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** The ids of the jobs. @param list asks the service */
  async idsOf(
    zoneId: string,
    signal: AbortSignal,
    list: () => Promise<readonly LogpushJob[]>,
  ): Promise<readonly number[]> {
    const { number, at } = this.#latest.get(zoneId) ?? { number: 0, at: -Infinity };
    const wanted = this.now() - at < SERVES ? number : number + 1;
    const listed = await this.#lists.of(`${zoneId}/${wanted}`, signal, () => {
      this.#latest.set(zoneId, { number: wanted, at: this.now() });
      return list();
    });
    return [...new Set([...listed.map(({ id }) => id), ...(this.#created.get(zoneId) ?? [])])];
  }

  /** Adds a job that this run has created. */
  add(zoneId: string, jobId: number): void {
    const created = this.#created.get(zoneId) ?? new Set();
    this.#created.set(zoneId, created.add(jobId));
  }
}
