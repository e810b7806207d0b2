import type { Problem } from '../../schema';
import { camelCase } from '../binding/camel-case';

/** A migration that has neither a gate nor the value that it would take from one. */
export function notSaid(attribute: 'zone_id' | 'target_state'): Problem {
  const name = camelCase(attribute);
  return {
    code: 'not_set',
    path: [attribute],
    message: `Neither ${name} nor gate is set.`,
    hint: `Set ${name}, or set gate to a MigrationGate, which has it.`,
  };
}

/** A gate without effect, because its stack is applied separately. */
export function gateOfAnotherStack(path: string): Problem {
  return {
    code: 'gate_of_another_stack',
    path: ['gate'],
    message: `${path} is in another stack, so a plan of this stack does not evaluate it.`,
    hint: 'Declare a MigrationGate in the stack of the migration.',
  };
}

/** A migration with a gate that asks for one of its own. */
export function approvalTwice(path: string): Problem {
  return {
    code: 'approval_twice',
    path: ['requireApproval'],
    message: `The gate ${path} already requires an approval.`,
    hint: 'Remove requireApproval or gate.',
  };
}

/** A migration that differs from what its gate checks. */
export function notWhatWasApproved(
  attribute: string,
  seen: string,
  gatePath: string,
  approved: string,
): Problem {
  const name = camelCase(attribute);
  return {
    code: 'not_what_was_approved',
    path: [attribute],
    message: `${name} is ${JSON.stringify(seen)}, but the gate ${gatePath} is for ${JSON.stringify(approved)}.`,
    hint: `Remove ${name} here: the gate has it.`,
  };
}

/** A migration to `finished` without the acknowledgement, which only a finished zone does not need. */
export function acknowledgementNotGiven(zoneId: string | undefined): string {
  const zone = zoneId === undefined ? 'its zone' : `zone ${zoneId}`;
  const word = zoneId === undefined ? 'the id of the zone' : `"${zoneId}"`;
  return (
    `acknowledgeIrreversible is not set, so a plan to finish the migration of ${zone} will fail. Finishing ` +
    `cannot be undone: to finish, set acknowledgeIrreversible to ${word}. A finished zone does not need it.`
  );
}
