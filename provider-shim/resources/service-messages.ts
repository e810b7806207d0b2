import type { Explanation } from '../../schema';
import { describeWait, LONGEST_RESET_MS, type ClientOptions, type LimitWait } from '../api';
import { namingZone, type ZonePlace } from './messages';
import type { Diagnostics } from '../sdk/framework';

/** The longest wait in milliseconds that the service may ask of a plan, during which a provider can say nothing. */
const LONGEST_AT_PLAN_MS = 60_000;

/**
 * What the service says beside its answers (`messages` of the envelope, docs/internals/service.md 2.1), each text once in a
 * run, and that requests had to wait. The call that ends next tells it, which need not be about the object that it came
 * with.
 */
export class ServiceMessages {
  readonly #seen = new Set<string>();

  /** @param now milliseconds since 1970 UTC */
  constructor(private readonly now: () => number) {}

  #waiting: Explanation[] = [];
  #waits: { readonly wait: LimitWait; readonly waitMs: number }[] = [];
  #longestWaitMs = LONGEST_RESET_MS;
  #hasWritten = false;

  /** How long a request waits if the service asks for it. */
  readonly longestWaitMs = (): number => this.#longestWaitMs;

  /** An object is read: this is a plan. An apply plans again, and reads nothing before. */
  noteRead(): void {
    if (!this.#hasWritten) this.#longestWaitMs = LONGEST_AT_PLAN_MS;
  }

  /** From now on the engine says that it is still at work. */
  allowLongWaits(): void {
    this.#hasWritten = true;
    this.#longestWaitMs = LONGEST_RESET_MS;
  }

  readonly noteWait: NonNullable<ClientOptions['onWait']> = (wait, waitMs) => {
    this.#waits.push({ wait, waitMs });
  };

  readonly note: NonNullable<ClientOptions['onMessage']> = ({ code, message }, { method, path }) => {
    const text = message.trim();
    if (text === '' || this.#seen.has(text)) return;
    this.#seen.add(text);
    this.#waiting.push({
      message: `The service says: ${text}`,
      hint: `It came with the answer to ${method} ${path}${code === undefined ? '' : `, code ${code}`}, which was no failure. It is shown once.`,
    });
  };

  tell(diagnostics: Diagnostics): void {
    for (const message of this.#waiting) diagnostics.warning(message);
    this.#waiting = [];
    const last = this.#waits.at(-1);
    // A call that ends while others still wait leaves it to them.
    if (last === undefined || last.wait.until > this.now()) return;
    const seconds = Math.round(this.#waits.reduce((sum, { waitMs }) => sum + waitMs, 0) / 1000);
    diagnostics.warning({
      message: `Requests waited ${seconds} s: ${describeWait(last.wait, 'past')}.`,
      hint: 'Nothing is lost. Fewer programs at a time with these credentials wait less.',
    });
    this.#waits = [];
  }
}

/** A call during which the service may say something. */
export interface TellingCall<C = { readonly messages: ServiceMessages; readonly api: ZonePlace['api'] }> {
  readonly client: C | undefined;
  readonly diagnostics: Diagnostics;
  readonly signal: AbortSignal;
}

/** Makes a call that tells what the service has said meanwhile. @throws what fails, with the name of its zone */
export async function telling<T>(
  { client, diagnostics, signal }: TellingCall,
  at: 'plan' | 'refresh' | 'apply',
  run: () => Promise<T>,
): Promise<T> {
  if (at === 'refresh') client?.messages.noteRead();
  if (at === 'apply') client?.messages.allowLongWaits();
  try {
    return await run();
  } catch (error) {
    throw client ? await namingZone(error, { api: client.api, signal }) : error;
  } finally {
    client?.messages.tell(diagnostics);
  }
}
