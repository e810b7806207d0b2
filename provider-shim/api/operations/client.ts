import type { ClientOptions } from '../http/options';
import { changesNothing, type Requester, type ServiceRequest } from '../http/request';
import { createRequester } from '../http/requester';
import { asksForDryRun, DRY_RUN_OPERATION } from './dry-run';
import { LOGPUSH_OPERATIONS, type LogpushOperations } from './logpush';
import { MIGRATION_OPERATIONS } from './migration';
import { operationsOf, type OperationsOf } from './operation';
import { coreRuleSets, PREVIOUS_WAF_OPERATIONS } from './previous-waf';
import { RULESET_OPERATIONS } from './rulesets';
import { zoneOperations, type ZoneOperations } from './zones';
import { ServiceError } from '../answers/errors';
import type { LogpushJob } from './logpush-job';
import { AskedOnce } from './asked-once';

/**
 * Shares the answers to reads within a run. A read that is under way or answered is not sent again until something in
 * its zone is written, or the same is read by somebody who does not share: what that sees is newer.
 */
class SharedReads {
  readonly #zones = new Map<string, AskedOnce<unknown>>();

  /** Wraps a requester so that its writes discard the answers of their zone. */
  watched(requester: Requester): Requester {
    return {
      ...requester,
      request: async (request) => {
        if (changesNothing(request)) return requester.request(request);
        this.#forget(request);
        try {
          return await requester.request(request);
        } finally {
          // Reads that ran meanwhile may be from before the write.
          this.#forget(request);
        }
      },
    };
  }

  /** The answer to a read, sent unless it is known; all pages of a list are one read. */
  read<T>(request: ServiceRequest, send: () => Promise<T>): Promise<T> {
    const zoneId = zoneOf(request);
    const answers = this.#zones.get(zoneId) ?? new AskedOnce<unknown>();
    this.#zones.set(zoneId, answers);
    return answers.of(keyOf(request), request.signal, send) as Promise<T>;
  }

  /**
   * Sends a read that is not shared, and discards earlier answers to the same, and the list that it is in. All pages of a
   * list are one read.
   */
  readAlone<T>(request: ServiceRequest, send: () => Promise<T>): Promise<T> {
    const answers = this.#zones.get(zoneOf(request));
    answers?.forget(keyOf(request));
    answers?.forget(keyOf({ path: request.path.slice(0, -1), query: undefined }));
    return send();
  }

  #forget(request: ServiceRequest): void {
    this.#zones.delete(zoneOf(request));
  }
}

function zoneOf({ path: [, zoneId = ''] }: Pick<ServiceRequest, 'path'>): string {
  return zoneId;
}

function keyOf({ path, query }: Pick<ServiceRequest, 'path' | 'query'>): string {
  return JSON.stringify([path, query]);
}

/**
 * Reads jobs from the list of their zone, which is requested once for all jobs. A job that is not in the list is not
 * assumed to be deleted, nor is one whose list cannot be read because of another job: it is requested by itself.
 */
function jobsFromList({
  listLogpushJobs,
  getLogpushJob,
}: Pick<LogpushOperations, 'listLogpushJobs' | 'getLogpushJob'>): LogpushOperations['getLogpushJob'] {
  const indexes = new WeakMap<readonly LogpushJob[], ReadonlyMap<number, LogpushJob>>();
  const indexed = (jobs: readonly LogpushJob[]): ReadonlyMap<number, LogpushJob> => {
    const index = indexes.get(jobs) ?? new Map(jobs.map((job) => [job.id, job]));
    indexes.set(jobs, index);
    return index;
  };
  return async (zoneId, jobId, options) => {
    const jobs = await listLogpushJobs(zoneId, options).catch((error: unknown) => {
      if (error instanceof ServiceError && PASSED_OVER.includes(error.kind)) return [];
      throw error;
    });
    return indexed(jobs).get(jobId) ?? getLogpushJob(zoneId, jobId, options);
  };
}

const PASSED_OVER: readonly ServiceError['kind'][] = ['malformed-answer', 'not-found'];

/** All operations but those that ask more than one question of the service. */
const OPERATIONS = {
  ...RULESET_OPERATIONS,
  ...DRY_RUN_OPERATION,
  ...LOGPUSH_OPERATIONS,
  ...MIGRATION_OPERATIONS,
  ...PREVIOUS_WAF_OPERATIONS,
};

interface Operations extends OperationsOf<typeof OPERATIONS> {
  readonly knowsDryRun: ReturnType<typeof asksForDryRun>;
  /** The core rule set of a zone with its groups. */
  readonly listCoreRuleSets: ReturnType<ReturnType<typeof coreRuleSets>>;
}

/** The zone service. Every method throws ServiceError and nothing else. Shows nothing of itself when inspected. */
export interface ZoneClient extends Omit<Requester, 'share'>, Operations, ZoneOperations {
  /** Closes the client's own connections; requests that are under way fail. */
  readonly close: () => Promise<void>;
  /** From now on closes them as soon as no request uses them; a request that comes later opens its own. */
  readonly release: () => void;
}

/** The two ways to ask the service. */
export interface ServiceClients {
  /** Sends every request. */
  readonly api: ZoneClient;
  /**
   * Sends a read of a zone once, until something is written in that zone or `api` reads the same; everything else as `api`
   * does.
   */
  readonly reads: ZoneClient;
}

/**
 * Clients of the zone service.
 *
 * @example
 * const { api } = createClients({ baseUrl, credentials: { scheme: 'token', token }, userAgent: 'example/1.0' });
 * const rulesets = await api.listRulesets(zoneId);
 */
export function createClients(options: ClientOptions): ServiceClients {
  const { close, release, ...requester } = createRequester(options);
  const shared = new SharedReads();
  const watched = shared.watched(requester);
  const alone = { ...watched, share: shared.readAlone.bind(shared) };
  const reading = { ...watched, share: shared.read.bind(shared) };
  const core = coreRuleSets();
  const operations = (asked: Requester): Operations => {
    const single = operationsOf(asked, OPERATIONS);
    return { ...single, knowsDryRun: asksForDryRun(asked), listCoreRuleSets: core(single) };
  };
  const both = { ...zoneOperations(watched), close, release };
  const read = operations(reading);
  return {
    api: { ...alone, ...operations(alone), ...both },
    reads: { ...reading, ...read, ...both, getLogpushJob: jobsFromList(read) },
  };
}
