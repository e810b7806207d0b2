import { Annotations, type IAspect } from 'cdktf';
import type { IConstruct } from 'constructs';
import { INHERITED } from '../stack/inherited-aspects';
import { acknowledge, acknowledgementFor, isOver } from './acknowledgements';
import { POLICY_IDS, reportUnknownAcknowledgements } from './unknown-acknowledgements';
import type { PolicyAcknowledgement, ZonePolicy } from './zone-policy';

/** A finding of a policy, acknowledged or not. */
export interface PolicyFinding {
  /** The path of the construct. */
  readonly path: string;
  /** The id of the policy. */
  readonly policy: string;
  /** What the policy does not allow. */
  readonly finding: string;
  /** What acknowledges it and still holds; undefined for a finding that fails the synthesis. */
  readonly acknowledged: PolicyAcknowledgement | undefined;
}

/**
 * Checks constructs against policies when the app is synthesized: those of a stack, or of all stacks of an app. A finding
 * fails the synthesis, unless it is acknowledged: then it is a note in the manifest, with the reason.
 *
 * @example
 * Aspects.of(app).add(new ZonePolicies([destinationsIn(['gs://our-logs']), noCookies()]));
 * ZonePolicies.acknowledge(job, { policy: 'destinations-in', reason: 'Contract 4711 with the auditor' });
 */
export class ZonePolicies implements IAspect {
  /** Holds for all stacks of an app, though cdktf runs no aspects of an app. */
  readonly [INHERITED] = true;

  readonly [POLICY_IDS]: readonly string[];

  private readonly found = new Map<string, PolicyFinding>();

  constructor(private readonly policies: readonly ZonePolicy[]) {
    this[POLICY_IDS] = policies.map(({ id }) => id);
  }

  /**
   * Acknowledges what a policy finds in a construct and in all that is in it. An id that no policy has there fails the
   * synthesis.
   *
   * @throws CompositionError for a reason that says nothing, or an end that is no day
   */
  static acknowledge(construct: IConstruct, acknowledgement: PolicyAcknowledgement): void {
    acknowledge(construct, acknowledgement);
  }

  /** What was found so far, after synth: everything. For reports. */
  get findings(): readonly PolicyFinding[] {
    return [...this.found.values()];
  }

  /** Called by cdktf for each construct. */
  visit(construct: IConstruct): void {
    reportUnknownAcknowledgements(construct);
    const { path } = construct.node;
    for (const { id: policy, findings } of this.policies) {
      for (const finding of findings(construct)) {
        const key = `${path} ${policy} ${finding}`;
        if (this.found.has(key)) continue;
        const given = acknowledgementFor(construct, policy);
        const isHeld = given !== undefined && !isOver(given, new Date().toISOString().slice(0, 10));
        this.found.set(key, { path, policy, finding, acknowledged: isHeld ? given : undefined });
        report(construct, policy, finding, given, isHeld);
      }
    }
  }
}

function report(
  construct: IConstruct,
  policy: string,
  finding: string,
  given: PolicyAcknowledgement | undefined,
  isHeld: boolean,
): void {
  const annotations = Annotations.of(construct);
  if (given && isHeld) return annotations.addInfo(`${policy}: ${finding} Acknowledged: ${given.reason}`);
  const over =
    given === undefined
      ? ''
      : ` Its acknowledgement ended on ${String(given.until)}: ${sentence(given.reason)}`;
  annotations.addError(
    `${policy}: ${finding}${over} Change it, or acknowledge it with a reason (ZonePolicies.acknowledge).`,
  );
}

function sentence(text: string): string {
  return text.trim().replace(/(?<![.!?])$/, '.');
}
