import { Annotations, type IAspect, Aspects } from 'cdktf';
import type { IConstruct } from 'constructs';
import { INHERITED } from '../stack/inherited-aspects';
import type { PolicyAcknowledgement, ZonePolicy } from './zone-policy';
import { nearest } from '../../schema';
import { CompositionError } from '../stack/composition-error';

const ACKNOWLEDGED = Symbol.for('zonewright/PolicyAcknowledgements');

/** Shorter ones say nothing: "ok", "later", "needed". */
const SHORTEST_REASON = 10;

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

interface Acknowledged {
  readonly [ACKNOWLEDGED]?: readonly PolicyAcknowledgement[];
}

/** @throws CompositionError for a reason that says nothing, or an end that is no day */
function acknowledge(construct: IConstruct, acknowledgement: PolicyAcknowledgement): void {
  const { policy, reason, until } = acknowledgement;
  if (reason.trim().length < SHORTEST_REASON)
    throw new CompositionError(
      'acknowledgement_without_reason',
      construct,
      `The acknowledgement of ${policy} has the reason ${JSON.stringify(reason)}. Write why the exception is right, in ` +
        `at least ${SHORTEST_REASON} characters.`,
    );
  if (until !== undefined && !DAY.test(until))
    throw new CompositionError(
      'acknowledgement_end_malformed',
      construct,
      `The acknowledgement of ${policy} ends on ${JSON.stringify(until)}. Write a day: "2027-01-31".`,
    );
  const before = acknowledgementsOf(construct);
  Object.defineProperty(construct, ACKNOWLEDGED, { value: [...before, acknowledgement], configurable: true });
}

/** The acknowledgements of a construct itself. */
function acknowledgementsOf(construct: IConstruct): readonly PolicyAcknowledgement[] {
  return (construct as Acknowledged)[ACKNOWLEDGED] ?? [];
}

/** What acknowledges a policy for a construct: its own, or that of a construct around it. */
function acknowledgementFor(construct: IConstruct, policy: string): PolicyAcknowledgement | undefined {
  const around = [...construct.node.scopes].reverse();
  return around.flatMap(acknowledgementsOf).find((one) => one.policy === policy);
}

/** Whether an acknowledgement no longer holds. @param today as `2027-01-31` */
function isOver({ until }: PolicyAcknowledgement, today: string): boolean {
  return until !== undefined && until < today;
}

/** The ids of an aspect's policies. */
const POLICY_IDS = Symbol.for('zonewright/PolicyIds');

/** Constructs whose acknowledgements were checked: several aspects visit the same. */
const CHECKED = new WeakSet<IConstruct>();

/**
 * Reports acknowledgements that acknowledge nothing, because no policy with their id is in force: mostly a misspelled
 * id, or a policy that was removed.
 *
 * @param construct that an aspect visits: its acknowledgements are checked, and those of the constructs around it
 */
function reportUnknownAcknowledgements(construct: IConstruct): void {
  for (
    let holder: IConstruct | undefined = construct;
    holder !== undefined && !CHECKED.has(holder);
    holder = holder.node.scope
  ) {
    CHECKED.add(holder);
    const given = acknowledgementsOf(holder);
    if (given.length === 0) continue;
    const inForce = policiesInForce(holder);
    for (const { policy } of given)
      if (!inForce.includes(policy)) Annotations.of(construct).addError(unknownText(policy, holder, inForce));
  }
}

/** An aspect at any construct around holds for it, and one inside holds for a part of it. */
function policiesInForce(holder: IConstruct): readonly string[] {
  const aspects = [...holder.node.scopes, ...holder.node.findAll()].flatMap((each) => Aspects.of(each).all);
  return [
    ...new Set(aspects.flatMap((aspect) => (POLICY_IDS in aspect ? (aspect[POLICY_IDS] as string[]) : []))),
  ];
}

function unknownText(policy: string, { node }: IConstruct, inForce: readonly string[]): string {
  const near = nearest(policy, inForce);
  return (
    `The acknowledgement of ${policy} (of ${node.path === '' ? 'the app' : node.path}) has no effect: no policy of this ` +
    `id is in force. ${near === undefined ? '' : `Did you mean ${near}? `}In force: ${inForce.join(', ')}. Correct the ` +
    'id, or remove the acknowledgement.'
  );
}

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
