import { TerraformBackend, type TerraformStack } from 'cdktf';
import type { Problem } from '../../schema';

/**
 * Stacks that keep their state in the same place as an earlier one: each would destroy what the other declares.
 *
 * @param stacks in order of creation
 */
export function sharedBackends(
  stacks: Iterable<TerraformStack>,
): ReadonlyMap<TerraformStack, readonly Problem[]> {
  const taken = new Map<string, TerraformStack>();
  const problems = new Map<TerraformStack, readonly Problem[]>();
  for (const stack of stacks) {
    const backend = stack.node.children.find((child) => TerraformBackend.isBackend(child));
    if (!backend) continue;
    const place = JSON.stringify((backend as TerraformBackend).toTerraform());
    const other = taken.get(place);
    if (other) problems.set(stack, [backendShared(other, stack)]);
    else taken.set(place, stack);
  }
  return problems;
}

function backendShared(one: TerraformStack, other: TerraformStack): Problem {
  return {
    code: 'backend_shared',
    path: ['backend'],
    message: `The stacks ${one.node.id} and ${other.node.id} keep their state in the same place.`,
    hint: 'Each would destroy what the other declares. Use the key that backend is called with in the address, key or path.',
  };
}
