import { ServiceError } from './errors';
import type { Requester, ServiceRequest } from './request';

/**
 * The answers of one run to reads of zones. A read that is under way or was answered is not sent again until something is
 * written in its zone. Failures are not kept, but for the answer that something is not there.
 */
export class SharedReads {
  readonly #zones = new Map<string, Map<string, Promise<unknown>>>();

  /** A requester that tells of every write. */
  watched(requester: Requester): Requester {
    return {
      ...requester,
      request: async (request) => {
        if (request.method === 'GET') return requester.request(request);
        this.#forget(request);
        try {
          return await requester.request(request);
        } finally {
          // What was read meanwhile may be from before the write.
          this.#forget(request);
        }
      },
    };
  }

  /** The answer to a read, sent unless it is known. */
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
      // Who asked first was stopped, and not the one who asks now.
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
