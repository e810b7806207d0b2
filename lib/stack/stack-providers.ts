import { type TerraformProvider, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { register, registered } from '../binding/registry';
import type { StackMember } from './stack-member';

/** A `ZoneProvider`, as its stack sees it. */
export interface StackProvider extends TerraformProvider {
  readonly baseUrl: string | undefined;
  /** Custom log fields that a zone may have. */
  readonly fieldLimit: number;
}

const PROVIDERS = Symbol.for('zonewright/ZoneProvider');

/** Registers a provider in its stack. */
export function registerProvider(provider: StackProvider): void {
  register(TerraformStack.of(provider), PROVIDERS, provider);
}

/** The providers of a stack, in order of creation. */
export function providersOf(stack: TerraformStack): readonly StackProvider[] {
  return registered(stack, PROVIDERS) as readonly StackProvider[];
}

/** The default configuration of a construct's stack: the one without an alias. */
export function defaultProvider(construct: IConstruct): StackProvider | undefined {
  return providersOf(TerraformStack.of(construct)).find(({ alias }) => alias === undefined);
}

/**
 * The provider of something: the named one, which an Aspect may have set, or the default of its stack. Undefined when
 * an override decides.
 */
export function providerInUse(member: StackMember): StackProvider | undefined {
  if (!member.choosesProvider) return undefined;
  return (member.provider as StackProvider | undefined) ?? defaultProvider(member);
}
