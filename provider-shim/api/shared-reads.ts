import { ServiceError } from './errors';
import type { Requester, ServiceRequest } from './request';

/**
 * Shares the answers to reads within a run. A read that is under way or answered is not sent again until something in
 * its zone is written. Failures are not kept, except for "not found".
 */
export class SharedReads {
  readonly #zones = new Map<string, Map<string, Promise<unknown>>>();

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

  /** The answer to a read, which is sent only if the answer is not known. */
  async read<T>(request: ServiceRequest, send: () => Promise<T>): Promise<T> {
    const answers = this.#answersOf(request);
    const key = JSON.stringify([request.path, request.query]);
    const known = answers.get(key) as Promise<T> | undefined;
    if (known === undefined) {
      const sent = send();
      answers.set(key, sent);
      sent.catch((error: unknown) => isMissing(error) || answers.delete(key));
      return sent;
    }
    try {
      return await known;
    } catch (error) {
      // The first caller was cancelled, not this one.
      const wasStopped = error instanceof ServiceError && error.kind === 'cancelled';
      if (wasStopped && request.signal?.aborted !== true) return this.read(request, send);
      throw error;
    }
  }

  #answersOf({ path: [, zoneId = ''] }: ServiceRequest): Map<string, Promise<unknown>> {
    const answers = this.#zones.get(zoneId) ?? new Map<string, Promise<unknown>>();
    this.#zones.set(zoneId, answers);
    return answers;
  }

  #forget({ path: [, zoneId = ''] }: ServiceRequest): void {
    this.#zones.delete(zoneId);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof ServiceError && error.kind === 'not-found';
}
