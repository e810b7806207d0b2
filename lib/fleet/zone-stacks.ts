import { TerraformStack, TerraformBackend } from 'cdktf';
import { Construct } from 'constructs';
import { failOn } from '../binding/checks';
import { ZoneProvider, type ZoneProviderProps } from '../provider/zone-provider';
import type { Problem } from '../../schema';

/** How the stacks of a fleet or a rollout are made. */
export interface ZoneStackProps {
  /**
   * Adds the backend of a stack. Two stacks with the same backend would delete each other's resources, so it has to use
   * the key.
   *
   * @param key the name of the stack, with the id of the construct that makes it: `logging-12`
   */
  readonly backend: (stack: TerraformStack, key: string) => void;
  /**
   * The configuration of each stack's provider.
   * @default everything from the environment
   */
  readonly provider?: ZoneProviderProps;
}

/** The stacks of a construct by their keys, each with its own backend and provider. */
export class ZoneStacks {
  private readonly stacks = new Map<string, TerraformStack>();

  private shared: ReturnType<typeof sharedBackends> | undefined;

  constructor(
    private readonly owner: Construct,
    private readonly props: ZoneStackProps,
  ) {}

  /** The stacks by their keys without the id of the owner, in order of creation. */
  get byKey(): ReadonlyMap<string, TerraformStack> {
    return this.stacks;
  }

  /** The stack with a key, which is made at first. */
  of(key: string): TerraformStack {
    const stack = this.stacks.get(key) ?? this.made(key);
    this.stacks.set(key, stack);
    return stack;
  }

  private made(key: string): TerraformStack {
    const { backend, provider } = this.props;
    const name = `${this.owner.node.id}-${key}`;
    const stack = new TerraformStack(this.owner, name);
    backend(stack, name);
    new ZoneProvider(stack, 'zone', provider);
    // cdktf validates what is in a stack, and the owner is in none.
    failOn(stack, () => this.backendProblems().get(stack) ?? []);
    return stack;
  }

  /** Of all stacks at once, when the first one is validated. */
  private backendProblems(): ReturnType<typeof sharedBackends> {
    this.shared ??= sharedBackends(this.stacks.values());
    return this.shared;
  }
}

/** The scope of what a zone has in a stack. It is named after the zone, so that no number is part of an address. */
export function zoneScope(stack: TerraformStack, zoneName: string): Construct {
  // Addresses begin with a letter, and domains may begin with a digit.
  return new Construct(stack, /^[A-Za-z_]/.test(zoneName) ? zoneName : `zone-${zoneName}`);
}

/**
 * Stacks that keep their state in the same place as an earlier one: each would destroy what the other declares.
 *
 * @param stacks in order of creation
 */
function sharedBackends(stacks: Iterable<TerraformStack>): ReadonlyMap<TerraformStack, readonly Problem[]> {
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
