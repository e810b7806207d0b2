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
  /** The interrupted creations, by token, that had ended when it was asked for. */
  readonly ended: readonly string[];
}

const NEVER: Asked = { number: 0, at: -Infinity, ended: [] };

/**
 * The jobs of zones right before apply creates others, or completes interrupted creations. The creations of some seconds
 * share one list, so that those of a zone take one request more and not one for each.
 */
export class JobsAtApply {
  readonly #lists = new AskedOnce<readonly LogpushJob[]>();
  readonly #latest = new Map<string, Asked>();
  readonly #created = new Map<string, Set<number>>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * The zone's jobs, without those that this run has created since they were asked for.
   *
   * @param ended tokens of interrupted creations: the list was asked for after their processes had ended, so it has what
   *   they created
   * @param list asks the service
   */
  async listed(
    zoneId: string,
    ended: readonly string[],
    signal: AbortSignal,
    list: () => Promise<readonly LogpushJob[]>,
  ): Promise<readonly LogpushJob[]> {
    const latest = this.#latest.get(zoneId) ?? NEVER;
    const serves =
      this.now() - latest.at < SERVES && ended.every((creation) => latest.ended.includes(creation));
    const number = serves ? latest.number : latest.number + 1;
    return this.#lists.of(`${zoneId}/${number}`, signal, () => {
      this.#latest.set(zoneId, { number, at: this.now(), ended });
      return list();
    });
  }

  /**
   * The ids of the zone's jobs with those that this run has created, so that the job of a creation whose answer is lost can
   * be told from them.
   *
   * @param list asks the service
   */
  async idsOf(
    zoneId: string,
    signal: AbortSignal,
    list: () => Promise<readonly LogpushJob[]>,
  ): Promise<readonly number[]> {
    const listed = await this.listed(zoneId, [], signal, list);
    return [...new Set([...listed.map(({ id }) => id), ...(this.#created.get(zoneId) ?? [])])];
  }

  /** Adds a job that this run has created. */
  add(zoneId: string, jobId: number): void {
    const created = this.#created.get(zoneId) ?? new Set();
    this.#created.set(zoneId, created.add(jobId));
  }
}
