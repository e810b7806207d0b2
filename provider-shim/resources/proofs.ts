import { createHash } from 'node:crypto';
import { canonicalJson, type Problem } from '../../schema';
import { AskedOnce, ServiceError, type RulesetWrite, type ZoneClient } from '../api';
import type { ProofRecords } from '../records/proof-records';
import type { Diagnostics, PrivateState } from '../sdk/framework';

/** Private state of a plan: what is known of whether the service would accept its write, for reviews. */
const PROOF = 'proof';

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

/** A write of rulesets that the service may be asked about. */
export interface Question {
  readonly zoneId: string;
  /** What the write follows from. The same is not asked again for some minutes, e.g. by apply, which plans once more. */
  readonly about: unknown;
  /** Makes the write; called only when the service is asked. */
  readonly write: () => RulesetWrite | Promise<RulesetWrite>;
}

interface ProofsOptions {
  readonly isOn: boolean;
  readonly api: Pick<ZoneClient, 'dryRun' | 'knowsDryRun'>;
  readonly records: ProofRecords;
  /** What distinguishes the answers of one service and one caller: hashed and never stored. */
  readonly caller: string;
}

/**
 * Asks the service at plan whether it would accept what apply is to write. A refusal is an error of the plan.
 *
 * Whether the service knows dry runs at all is asked first, once for each kind of request, with a request that no
 * service carries out: one that ignored `dry_run` would write.
 */
export class Proofs {
  readonly #knows = new AskedOnce<boolean>();
  readonly #answers = new AskedOnce<string>();
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
    { zoneId, about, write }: Question,
    refused: (error: ServiceError) => readonly Problem[],
  ): Promise<void> {
    if (!this.isOn || diagnostics.hasError) return;
    try {
      const at = await this.once(zoneId, about, signal, async () => this.#dryRun(await write(), signal));
      noteEvidence(privateState, { outcome: 'proven', at });
    } catch (error) {
      if (error instanceof NoDryRun) {
        if (!this.#warned) diagnostics.warning(unsupported(error.method));
        this.#warned = true;
        return noteEvidence(privateState, { outcome: 'unsupported' });
      }
      if (!isRefusal(error)) throw error;
      diagnostics.errors(refused(error));
    }
  }

  /** @throws ServiceError, NoDryRun */
  async #dryRun(write: RulesetWrite, signal: AbortSignal): Promise<void> {
    const { api } = this.options;
    const { method, path } = write.impossible;
    // The same for all zones.
    const kind = [method, ...path.slice(2)].join(' ');
    const isKnown = await this.#knows.of(kind, signal, () => api.knowsDryRun(write, { signal }));
    if (!isKnown) throw new NoDryRun(method);
    await api.dryRun(write, { signal });
  }

  /**
   * Asks something unless it was accepted in the last minutes.
   *
   * @returns when the service accepted it, as RFC 3339
   */
  async once(zoneId: string, about: unknown, signal: AbortSignal, ask: () => Promise<void>): Promise<string> {
    const { records, caller } = this.options;
    const text = canonicalJson([caller, zoneId, about]);
    const token = createHash('sha256').update(text).digest('hex').slice(0, 32);
    return this.#answers.of(token, signal, async () => {
      const before = records.accepted(zoneId, token);
      if (before === undefined) await ask();
      return new Date(before ?? records.accept(zoneId, token)).toISOString();
    });
  }
}

/** The service does not know dry runs. */
class NoDryRun extends Error {
  constructor(readonly method: string) {
    super();
  }
}

export function noteEvidence(privateState: PrivateState, evidence: Evidence): void {
  privateState.set(PROOF, evidence);
}

/** Removes the evidence: it is of a plan, and is not stored. */
export function forgetEvidence(privateState: PrivateState): void {
  if (privateState.get(PROOF) !== undefined) privateState.set(PROOF, undefined);
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

function unsupported(method: string): Problem {
  return {
    code: 'proof_unsupported',
    path: [],
    message: 'This plan is not proven: the service does not know dry runs.',
    hint:
      `It was asked with a ${method} that it cannot carry out, and its answer does not name the parameter dry_run, so no ` +
      'dry run was sent: a service that ignores the parameter would write. Set proof = "off", or check base_url.',
  };
}
