import type { IConstruct } from 'constructs';
import { CompositionError } from '../stack/composition-error';
import type { PolicyAcknowledgement } from './zone-policy';

const ACKNOWLEDGED = Symbol.for('zonewright/PolicyAcknowledgements');

/** Shorter ones say nothing: "ok", "later", "needed". */
const SHORTEST_REASON = 10;

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

interface Acknowledged {
  readonly [ACKNOWLEDGED]?: readonly PolicyAcknowledgement[];
}

/** @throws CompositionError for a reason that says nothing, or an end that is no day */
export function acknowledge(construct: IConstruct, acknowledgement: PolicyAcknowledgement): void {
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
export function acknowledgementsOf(construct: IConstruct): readonly PolicyAcknowledgement[] {
  return (construct as Acknowledged)[ACKNOWLEDGED] ?? [];
}

/** What acknowledges a policy for a construct: its own, or that of a construct around it. */
export function acknowledgementFor(construct: IConstruct, policy: string): PolicyAcknowledgement | undefined {
  const around = [...construct.node.scopes].reverse();
  return around.flatMap(acknowledgementsOf).find((one) => one.policy === policy);
}

/** Whether an acknowledgement no longer holds. @param today as `2027-01-31` */
export function isOver({ until }: PolicyAcknowledgement, today: string): boolean {
  return until !== undefined && until < today;
}
