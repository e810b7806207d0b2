import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { register, registered } from '../binding/registry';
import type { ZoneProvider } from '../provider/zone-provider';
import type { StackMember } from './stack-member';

const PROVIDERS = Symbol.for('zonewright/ZoneProvider');

/** Makes a provider known to its stack. */
export function registerProvider(provider: ZoneProvider): void {
  register(TerraformStack.of(provider), PROVIDERS, provider);
}

/** The providers of a stack, in the order of their making. */
export function providersOf(stack: TerraformStack): readonly ZoneProvider[] {
  return registered(stack, PROVIDERS) as readonly ZoneProvider[];
}

/** The configuration that is used in a construct's stack where none is named: the one without an alias. */
export function defaultProvider(construct: IConstruct): ZoneProvider | undefined {
  return providersOf(TerraformStack.of(construct)).find(({ alias }) => alias === undefined);
}

/**
 * The provider that something is made with: the one that it names, which an Aspect may have set since, or the default
 * of its stack. Undefined where an override decides.
 */
export function providerInUse(member: StackMember): ZoneProvider | undefined {
  if (!member.choosesProvider) return undefined;
  return (member.provider as ZoneProvider | undefined) ?? defaultProvider(member);
}
