import type { Explanation, Problem } from '../../schema';
import { AskedOnce, kindOf, ServiceError, type RulesetWrite, type Time, type ZoneClient } from '../api';
import type { Diagnostics, PrivateState } from '../sdk/framework';

/** Private state of a plan: what is known of whether the service would accept its write, for reviews. */
const PROOF = 'plan:proof';

/**
 * What a plan knows of a write: the service has accepted it in a dry run (`proven`), or has accepted those parts of it
 * that it validates (`validated`); or why it was not asked: a value is known after apply (`unknown`), the service has no
 * dry run for it (`unsupported`), or it offers none for a step that cannot be undone (`step`).
 */
export type Evidence =
  | { readonly outcome: 'proven' | 'validated'; /** RFC 3339, UTC. */ readonly at: string }
  | { readonly outcome: 'unknown' | 'unsupported' | 'step' };

/** The plan of an object. */
export interface ProofCall {
  readonly diagnostics: Diagnostics;
  readonly privateState: PrivateState;
  readonly signal: AbortSignal;
}

interface ProofsOptions {
  readonly isOn: boolean;
  readonly api: Pick<ZoneClient, 'dryRun' | 'knowsDryRun'>;
  readonly time: Pick<Time, 'now'>;
}

/**
 * Asks the service at plan whether it would accept what apply is to write. A refusal is an error of the plan. Every plan
 * asks, also the one that the engine makes again at apply: what the service accepted before may not be what it accepts now.
 *
 * Whether the service knows dry runs at all is asked first, once in a run for each kind of request, with requests that no
 * service carries out: one that ignored `dry_run` would write.
 */
export class Proofs {
  readonly #knows = new AskedOnce<boolean>();
  /** The first dry run of each kind, which the others wait for: if it writes after all, it is the only one. */
  readonly #firsts = new Map<string, Promise<unknown>>();
  #hasWritten = false;
  #warned = false;

  constructor(private readonly options: ProofsOptions) {}

  get isOn(): boolean {
    return this.options.isOn;
  }

  /**
   * Proves a write of rulesets and notes the evidence in the plan.
   *
   * @param refused what a refusal means, on the attributes that it is about
   * @throws ServiceError when the service cannot be asked
   */
  async prove(
    { diagnostics, privateState, signal }: ProofCall,
    write: RulesetWrite,
    refused: (error: ServiceError) => readonly Problem[],
  ): Promise<void> {
    if (!this.isOn || diagnostics.hasError) return;
    try {
      if (await this.#dryRun(write, signal)) return this.noteAccepted(privateState, 'proven');
      noteEvidence(privateState, { outcome: 'unsupported' });
      if (!this.#warned && !this.#hasWritten) diagnostics.warning(unsupported(write.request.method));
      this.#warned = true;
    } catch (error) {
      if (isWritten(error)) diagnostics.error(written(error));
      else if (isRefusal(error)) diagnostics.errors(refused(error));
      else throw error;
    }
  }

  /** @returns whether it was asked, and accepted @throws ServiceError */
  async #dryRun(write: RulesetWrite, signal: AbortSignal): Promise<boolean> {
    const { api } = this.options;
    const kind = kindOf(write);
    if (!(await this.#knows.of(kind, signal, () => api.knowsDryRun(write, { signal })))) return false;
    const first = this.#firsts.get(kind);
    if (first) await first;
    if (this.#hasWritten) return false;
    const answer = api.dryRun(write, { signal });
    const noted = answer.catch((error: unknown) => (this.#hasWritten ||= isWritten(error)));
    if (!first) this.#firsts.set(kind, noted);
    await noted;
    await answer;
    return true;
  }

  /** Notes that the service has accepted what it was asked about, now. */
  noteAccepted(privateState: PrivateState, outcome: 'proven' | 'validated'): void {
    noteEvidence(privateState, { outcome, at: new Date(this.options.time.now()).toISOString() });
  }
}

/** Whether a dry run was answered like a write, so that it may have been one. */
function isWritten(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.kind === 'malformed-answer' && error.outcome === 'unknown';
}

export function noteEvidence(privateState: PrivateState, evidence: Evidence): void {
  privateState.set(PROOF, evidence);
}

/** Whether the service answered that it does not accept this, as opposed to not answering. */
export function isRefusal(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.outcome === 'refused' && !error.transient;
}

/** What the service answered to a question about a write, as a problem of an attribute. */
export function refusedAtPlan(
  error: ServiceError,
  code: string,
  path: Problem['path'],
  said = error.said,
): Problem {
  const more =
    error.kind === 'authorization'
      ? ' If these credentials are only for plans, set proof = "off" for them.'
      : '';
  return {
    code,
    path,
    message: `The service would refuse this: ${said}.`,
    hint: `The plan asked whether it would accept it, and nothing was changed. ${error.hint}${more}`,
  };
}

function unsupported(method: string): Explanation {
  return {
    message: 'This plan is not proven: it is not certain that the service knows dry runs.',
    hint:
      `No dry run of a ${method} was sent: a service that ignores the parameter would write. docs/guides/review.md says ` +
      'how a service shows that it knows them. Set proof = "off", or check base_url.',
  };
}

function written({ message }: ServiceError): Explanation {
  return {
    message: 'The service may have written what this plan only asked about.',
    hint:
      `It passed for a service that knows dry runs, but has answered as to a write: ${message} No more of them are sent. ` +
      'Look at what it has now, which may be what apply was to write, and set proof = "off" for this service.',
  };
}
