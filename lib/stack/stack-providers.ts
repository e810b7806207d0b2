import { TerraformProvider, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import type { Named } from '../binding/attribute-values';
import { register, registered } from '../binding/registry';
import { type StackMember, shownOf } from './stack-member';
import { oneProblem, providerSchema, type Problem } from '../../schema';

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
 * Providers that are missing or declared twice, with which `init` would fail and name no construct; and what no engine
 * finds: members whose object would go to another account in silence, because they name the provider of another stack, or
 * none where every provider of theirs has an alias.
 */
export function providerProblems(stack: TerraformStack, members: readonly StackMember[]): readonly Problem[] {
  const providers = providersOf(stack);
  const unnamed = members.filter((member) => member.choosesProvider && member.provider === undefined);
  const ofNone = unnamed.map((member) => shownOf(member).node.path);
  const aliases = providers.flatMap(({ alias }) => (alias === undefined ? [] : [JSON.stringify(alias)]));
  return [
    ...declaredTwice(providers),
    ...(providers.length > 0 || ofNone.length === 0 || bringsProvider(stack) ? [] : missing(ofNone)),
    ...(providers.length > aliases.length || aliases.length === 0
      ? []
      : ofNone.flatMap((path) => notNamed(path, aliases.join(', ')))),
    ...(members.some(({ isAction }) => isAction) ? engineProblems(stack) : []),
    ...members.flatMap((member): readonly Problem[] => {
      const { choosesProvider, provider } = member;
      if (!choosesProvider || provider === undefined) return [];
      const { path } = shownOf(member).node;
      if (!TerraformProvider.isTerraformProvider(provider)) return noProvider(path);
      return TerraformStack.of(provider) === stack ? [] : ofAnotherStack(provider.node.path, path);
    }),
  ];
}

/** Providers with the same alias, or several without one. */
function declaredTwice(providers: readonly StackProvider[]): readonly Problem[] {
  return [...new Set(providers.map(({ alias }) => alias))].flatMap((alias) => {
    const same = providers.filter((one) => one.alias === alias).map(({ node }) => node.path);
    const which = alias === undefined ? 'no alias' : `the alias ${JSON.stringify(alias)}`;
    return same.length < 2
      ? []
      : oneProblem(
          'provider_declared_twice',
          `${same.join(' and ')} have ${which}, and the engine accepts one such configuration in a stack.`,
          'Remove one, or give it an alias of its own and pass it as provider to the constructs that are to use it.',
        );
  });
}

/**
 * Whether a stack without a `ZoneProvider` has the provider in another way: as another element, by `addOverride`, or from
 * the configuration that it is a module of. What cannot be written is reported elsewhere.
 */
function bringsProvider(stack: TerraformStack): boolean {
  const blocks = writtenBlocks(stack);
  if (blocks === undefined) return true;
  const places = [blocks['provider'], blocks['terraform']?.['required_providers']].flat();
  return places.some((place) => place && providerSchema.type in (place as object));
}

function writtenBlocks(stack: TerraformStack): Readonly<Record<string, Named>> | undefined {
  try {
    return stack.toTerraform() as Readonly<Record<string, Named>>;
  } catch {
    return undefined;
  }
}

/** Versions that end before 1.14, the first with actions. OpenTofu has none. */
const WITHOUT_ACTIONS = /^(?:(?:=|<=?)?1\.(?:\d|1[0-3])(?:\.\d+)?|~>1\.(?:\d|1[0-3])\.\d+|<1\.14(?:\.0)?)$/;

/** Actions in a stack that an override of its `required_version` keeps from every engine that has them. */
function engineProblems(stack: TerraformStack): readonly Problem[] {
  const required = String(writtenBlocks(stack)?.['terraform']?.['required_version']);
  if (!required.split(',').some((part) => WITHOUT_ACTIONS.test(part.replace(/\s/g, '')))) return [];
  return oneProblem(
    'engine_without_actions',
    `The stack requires Terraform ${JSON.stringify(required)}, but actions need 1.14 or newer.`,
    'Set terraform.required_version to ">= 1.14", or remove the actions.',
  );
}

function missing(paths: readonly string[]): readonly Problem[] {
  const more = paths.length > 5 ? ` and ${paths.length - 5} more` : '';
  return oneProblem(
    'provider_missing',
    `The stack has no ZoneProvider, but constructs that need one: ${paths.slice(0, 5).join(', ')}${more}.`,
    "Add one: new ZoneProvider(stack, 'zone'). If the block is in a file of its own, or the stack is a module of another " +
      "configuration, say so: stack.addOverride('terraform.required_providers.zone', { source: 'zonewright/zone' }).",
  );
}

function noProvider(path: string): readonly Problem[] {
  const hint = 'Pass a ZoneProvider of the stack, or remove provider.';
  return oneProblem('no_provider', `What ${path} has as provider is none.`, hint, ['provider']);
}

function notNamed(path: string, aliases: string): readonly Problem[] {
  return oneProblem(
    'provider_not_named',
    `${path} names no provider, and every ZoneProvider of the stack has an alias (${aliases}), so the engine would ` +
      'use a default configuration from its environment.',
    'Pass one of them as provider, or remove the alias of the one to use.',
  );
}

function ofAnotherStack(provider: string, path: string): readonly Problem[] {
  return oneProblem(
    'provider_of_another_stack',
    `${provider} is not in the stack of ${path}, and a stack can use only its own configurations.`,
    'Declare a ZoneProvider in this stack, and pass that one or remove provider.',
    ['provider'],
  );
}
