import type { IConstruct } from 'constructs';
import type { Problem } from '../../schema';
import { type Repeatable, repetitionOf } from '../stack/repetition';
import { providerInUse } from '../stack/stack-providers';
import type { StackMember } from '../stack/stack-member';

/** A gate that is repeated: its conditions are of one zone. */
export function gateRepeated(resource: Repeatable): readonly Problem[] {
  if (repetitionOf(resource) === undefined) return [];
  return [
    {
      code: 'gate_repeated',
      path: [],
      message: 'The gate is repeated with forEach or count, and what it reads is of one zone.',
      hint: 'Make a MigrationGate and a ManagedRulesMigration for each zone, in a loop of the program.',
    },
  ];
}

/** A migration that is repeated behind a gate, which is of one zone. */
export function repeatedBehindGate(migration: Repeatable, gatePath: string): readonly Problem[] {
  if (repetitionOf(migration) === undefined) return [];
  return [
    {
      code: 'repeated_behind_gate',
      path: ['gate'],
      message: `The migration is repeated with forEach or count, and the gate ${gatePath} is of one zone.`,
      hint: 'Make a MigrationGate and a ManagedRulesMigration for each zone, in a loop of the program.',
    },
  ];
}

/** A gate that looks at another account than the one that is changed. */
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
        `The migration uses ${own.node.path}, and its gate, ${gate.node.path}, looks with ${theirs.node.path}, so what was ` +
        'approved may be of another place.',
      hint: 'Leave provider out here: it is that of the gate.',
    },
  ];
}
