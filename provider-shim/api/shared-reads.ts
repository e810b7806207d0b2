import { AskedOnce } from './asked-once';
import type { Requester, ServiceRequest } from './request';

/**
 * Shares the answers to reads within a run. A read that is under way or answered is not sent again until something in
 * its zone is written, or the same is read by somebody who does not share: what that sees is newer.
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
