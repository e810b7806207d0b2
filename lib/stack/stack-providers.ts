import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { register, registered } from '../binding/registry';
import type { ZoneProvider } from '../provider/zone-provider';
import type { StackMember } from './stack-member';

const PROVIDERS = Symbol.for('zonewright/ZoneProvider');

/** Registers a provider in its stack. */
export function registerProvider(provider: ZoneProvider): void {
  register(TerraformStack.of(provider), PROVIDERS, provider);
}

/** The providers of a stack, in order of creation. */
export function providersOf(stack: TerraformStack): readonly ZoneProvider[] {
  return registered(stack, PROVIDERS) as readonly ZoneProvider[];
}

/** The default configuration of a construct's stack: the one without an alias. */
export function defaultProvider(construct: IConstruct): ZoneProvider | undefined {
  return providersOf(TerraformStack.of(construct)).find(({ alias }) => alias === undefined);
}

/**
 * The provider of something: the named one, which an Aspect may have set, or the default of its stack. Undefined when
 * an override decides.
 */
export function providerInUse(member: StackMember): ZoneProvider | undefined {
  if (!member.choosesProvider) return undefined;
  return (member.provider as ZoneProvider | undefined) ?? defaultProvider(member);
}
