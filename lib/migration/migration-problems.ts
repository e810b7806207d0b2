import type { Problem } from '../../schema';
import { camelCase } from '../binding/camel-case';

/** A migration that has neither a gate nor what it would take from one. */
export function notSaid(attribute: 'zone_id' | 'target_state'): Problem {
  const name = camelCase(attribute);
  return {
    code: 'not_set',
    path: [attribute],
    message: `There is neither ${name} nor gate.`,
    hint: `Give ${name}, or a MigrationGate, which knows it.`,
  };
}

/** A gate that holds nothing back, because its stack is applied on its own. */
export function gateOfAnotherStack(path: string): Problem {
  return {
    code: 'gate_of_another_stack',
    path: ['gate'],
    message: `${path} is in another stack, and a plan of this one does not ask it.`,
    hint: 'Declare a MigrationGate in the stack of the migration.',
  };
}

/** A migration of something else than what its gate was asked. */
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
    hint: `Leave ${name} out here: the gate knows it.`,
  };
}

/** A migration to the end without the word for it, which only a zone that has finished can do without. */
export function acknowledgementNotGiven(zoneId: string | undefined): string {
  const zone = zoneId === undefined ? 'its zone' : `zone ${zoneId}`;
  const word = zoneId === undefined ? 'the id of the zone' : `"${zoneId}"`;
  return (
    `acknowledgeIrreversible is not given, so a plan to finish the migration of ${zone} will be refused. Finishing ` +
    `cannot be undone: to finish, give ${word} as acknowledgeIrreversible. A zone that has finished needs none.`
  );
}
