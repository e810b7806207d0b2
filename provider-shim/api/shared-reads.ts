import { AskedOnce } from './asked-once';
import type { Requester, ServiceRequest } from './request';

/**
 * Shares the answers to reads within a run. A read that is under way or answered is not sent again until something in
 * its zone is written.
 */
export class SharedReads {
  readonly #zones = new Map<string, AskedOnce<unknown>>();

  /** Wraps a requester so that its writes discard the answers of their zone. */
  watched(requester: Requester): Requester {
    return {
      ...requester,
      request: async (request) => {
        if (request.method === 'GET') return requester.request(request);
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
    const [, zoneId = ''] = request.path;
    const answers = this.#zones.get(zoneId) ?? new AskedOnce<unknown>();
    this.#zones.set(zoneId, answers);
    const key = JSON.stringify([request.path, request.query]);
    return answers.of(key, request.signal, send) as Promise<T>;
  }

  #forget({ path: [, zoneId = ''] }: ServiceRequest): void {
    this.#zones.delete(zoneId);
  }
}
