import type { IConstruct } from 'constructs';
import type { Problem } from '../../schema';
import { type Repeatable, repetitionOf } from '../stack/repetition';
import { providerInUse } from '../stack/stack-providers';
import type { StackMember } from '../stack/stack-member';

/** A repeated gate: its conditions are for one zone. */
export function gateRepeated(resource: Repeatable): readonly Problem[] {
  if (repetitionOf(resource) === undefined) return [];
  return [
    {
      code: 'gate_repeated',
      path: [],
      message: 'The gate is repeated with forEach or count, but a gate is for one zone.',
      hint: 'Create a MigrationGate and a ManagedRulesMigration for each zone, in a loop of the program.',
    },
  ];
}

/** A repeated migration with a gate, which is for one zone. */
export function repeatedBehindGate(migration: Repeatable, gatePath: string): readonly Problem[] {
  if (repetitionOf(migration) === undefined) return [];
  return [
    {
      code: 'repeated_behind_gate',
      path: ['gate'],
      message: `The migration is repeated with forEach or count, but the gate ${gatePath} is for one zone.`,
      hint: 'Create a ManagedRulesMigration with its gate for each zone, in a loop of the program.',
    },
  ];
}

/** A gate that reads another account than the one that the migration changes. */
export function gateOfAnotherProvider(
  migration: StackMember,
  gate: IConstruct,
  look: StackMember,
): readonly Problem[] {
  const [own, theirs] = [providerInUse(migration), providerInUse(look)];
  if (own === undefined || theirs === undefined || own === theirs) return [];
  return [
    {
      code: 'provider_of_another_account',
      path: ['provider'],
      message:
        `The migration uses ${own.node.path}, but its gate, ${gate.node.path}, reads with ${theirs.node.path}, so the ` +
        'approval may be for another service.',
      hint: 'Remove provider here: the migration uses that of the gate.',
    },
  ];
}
