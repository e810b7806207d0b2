import { TerraformProvider, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { register, registered } from '../binding/registry';
import { type StackMember, shownOf } from './stack-member';
import type { Problem } from '../../schema';

/** A `ZoneProvider`, as its stack sees it. */
interface StackProvider extends TerraformProvider {
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
function providersOf(stack: TerraformStack): readonly StackProvider[] {
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

/**
 * What no engine finds: members whose object would go to another account in silence, because they name the provider of
 * another stack, or none where every provider of theirs has an alias.
 */
export function providerProblems(stack: TerraformStack, members: readonly StackMember[]): readonly Problem[] {
  const providers = providersOf(stack);
  const hasAliasesAlone = providers.length > 0 && providers.every(({ alias }) => alias !== undefined);
  return members.flatMap((member): readonly Problem[] => {
    const { choosesProvider, provider } = member;
    const { path } = shownOf(member).node;
    if (!choosesProvider) return [];
    if (provider === undefined)
      return hasAliasesAlone
        ? [notNamed(path, providers.map(({ alias }) => JSON.stringify(alias)).join(', '))]
        : [];
    const isOfStack =
      !TerraformProvider.isTerraformProvider(provider) || TerraformStack.of(provider) === stack;
    return isOfStack ? [] : [ofAnotherStack(provider.node.path, path)];
  });
}

function notNamed(path: string, aliases: string): Problem {
  return {
    code: 'provider_not_named',
    path: [],
    message:
      `${path} names no provider, and every ZoneProvider of the stack has an alias (${aliases}), so the engine would ` +
      'use a default configuration from its environment.',
    hint: 'Pass one of them as provider, or remove the alias of the one to use.',
  };
}

function ofAnotherStack(provider: string, path: string): Problem {
  return {
    code: 'provider_of_another_stack',
    path: ['provider'],
    message: `${provider} is not in the stack of ${path}, and a stack can use only its own configurations.`,
    hint: 'Declare a ZoneProvider in this stack, and pass that one or remove provider.',
  };
}
