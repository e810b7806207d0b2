import type { IConstruct } from 'constructs';

/** A rule that constructs of this package, or any others, have to keep. */
export interface ZonePolicy {
  /** The name by which a finding is acknowledged, such as `no-cookies`. */
  readonly id: string;
  /**
   * What a construct does that the policy does not allow, a sentence for each; none for a construct that keeps it, or
   * that the policy is not about. Values that are not known at synth are the policy's to judge.
   */
  readonly findings: (construct: IConstruct) => readonly string[];
}

/** An exception to a policy, with its reason. */
export interface PolicyAcknowledgement {
  /** The id of the policy. */
  readonly policy: string;
  /** Why the exception is right, for the next reader: a contract, a ticket, who decided. */
  readonly reason: string;
  /**
   * The last day on which it holds, `2027-01-31`. After it, the finding is an error again.
   * @default for ever
   */
  readonly until?: string;
}
