import { TerraformProvider, TerraformStack, Token } from 'cdktf';
import { providerSchema, type Problem } from '../../schema';
import { providersOf } from './stack-providers';
import { shownOf, type StackMember } from './stack-member';

/** What the engine accepts as an alias. */
const NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** More paths than these do not help to find the first. */
const MOST_SHOWN = 3;

/** What is wrong with the provider configurations of a stack, and with the choices of its members. */
export function providerProblems(stack: TerraformStack, members: readonly StackMember[]): readonly Problem[] {
  const choosing = members.filter(({ choosesProvider }) => choosesProvider);
  const named = choosing.filter(({ provider }) => provider !== undefined);
  const unnamed = choosing.filter(({ provider }) => provider === undefined);
  return [
    ...ambiguities(stack),
    ...versionProblems(stack),
    ...(unnamed.length > 0 ? defaultProblems(stack, unnamed) : []),
    ...namedProblems(stack, named),
  ];
}

/** What is wrong with the alias of a provider. */
export function aliasProblems(alias: unknown): readonly Problem[] {
  if (alias === undefined || (typeof alias === 'string' && NAME.test(alias))) return [];
  const isToken = Token.isUnresolved(alias);
  const seen = isToken ? 'a token' : `${JSON.stringify(alias)}`;
  return [
    {
      code: 'alias_not_a_name',
      path: ['alias'],
      message: `The alias is ${seen}, which the engine does not accept.`,
      hint: 'Use a literal string of letters, digits, "_" and "-" that begins with a letter or an underscore.',
    },
  ];
}

/** Configurations that the engine cannot distinguish. */
function ambiguities(stack: TerraformStack): readonly Problem[] {
  const byAlias = new Map<string | undefined, TerraformProvider[]>();
  for (const provider of providersOf(stack)) {
    const same = byAlias.get(provider.alias);
    if (same) same.push(provider);
    else byAlias.set(provider.alias, [provider]);
  }
  return [...byAlias].flatMap(([alias, providers]) => {
    if (providers.length < 2) return [];
    const paths = providers.map(({ node }) => node.path);
    return alias === undefined ? [twoDefaults(paths)] : [sameAlias(alias, paths)];
  });
}

/** Several copies of this package, which require different versions of the provider. */
function versionProblems(stack: TerraformStack): readonly Problem[] {
  const versions = new Map(
    providersOf(stack).map((provider) => [
      provider.terraformGeneratorMetadata?.providerVersion,
      provider.node.path,
    ]),
  );
  if (versions.size < 2) return [];
  const seen = [...versions].map(([version, path]) => `${path} is ${String(version)}`);
  return [
    {
      code: 'provider_versions_differ',
      path: [],
      message: `The stack has ZoneProviders of ${versions.size} versions of zonewright: ${seen.join(', ')}.`,
      hint: 'A stack uses one version of a provider. Install zonewright once, in one version, for the whole app.',
    },
  ];
}

/** Members that name no provider in a stack where every provider has an alias. */
function defaultProblems(stack: TerraformStack, unnamed: readonly StackMember[]): readonly Problem[] {
  const providers = providersOf(stack);
  if (providers.some(({ alias }) => alias === undefined) || hasPlainProvider(stack)) return [];
  if (providers.length === 0)
    return [
      {
        code: 'provider_missing',
        path: [],
        message: `The stack has no ZoneProvider, but ${pathsOf(unnamed)} ${needs(unnamed)} one.`,
        hint: "Add one: new ZoneProvider(stack, 'zone'). Each stack needs its own.",
      },
    ];
  const aliases = providers.map(({ alias }) => JSON.stringify(alias)).join(', ');
  return [
    {
      code: 'provider_not_named',
      path: [],
      message:
        `${pathsOf(unnamed)} ${unnamed.length === 1 ? 'names' : 'name'} no provider, and every ZoneProvider of the ` +
        `stack has an alias (${aliases}), so the engine would use a default configuration from its environment.`,
      hint: 'Pass one of them as provider, or remove the alias of the one to use.',
    },
  ];
}

/** Named providers that the engine does not find in this stack. */
function namedProblems(stack: TerraformStack, named: readonly StackMember[]): readonly Problem[] {
  const users = new Map<TerraformProvider, StackMember[]>();
  for (const member of named) {
    const provider = member.provider as TerraformProvider;
    const same = users.get(provider);
    if (same) same.push(member);
    else users.set(provider, [member]);
  }
  return [...users].flatMap(([provider, by]) => {
    if (
      !TerraformProvider.isTerraformProvider(provider) ||
      provider.terraformResourceType !== providerSchema.type
    )
      return [anotherProvider(provider, by)];
    return TerraformStack.of(provider) === stack ? [] : [ofAnotherStack(provider, by)];
  });
}

/** A provider binding that cdktf generated from the schema counts, too. */
function hasPlainProvider(stack: TerraformStack): boolean {
  return stack.node
    .findAll()
    .some(
      (each) =>
        TerraformProvider.isTerraformProvider(each) &&
        each.terraformResourceType === providerSchema.type &&
        each.alias === undefined,
    );
}

function twoDefaults(paths: readonly string[]): Problem {
  return {
    code: 'default_provider_twice',
    path: [],
    message: `The stack has ${paths.length} ZoneProviders without an alias: ${paths.join(', ')}.`,
    hint: 'Keep one as the default. Give the others an alias, and pass them as provider.',
  };
}

function sameAlias(alias: string, paths: readonly string[]): Problem {
  return {
    code: 'provider_alias_twice',
    path: [],
    message: `The stack has ${paths.length} ZoneProviders with the alias ${JSON.stringify(alias)}: ${paths.join(', ')}.`,
    hint: 'An alias identifies a configuration in its stack. Give each its own.',
  };
}

function anotherProvider(provider: TerraformProvider, by: readonly StackMember[]): Problem {
  const seen = TerraformProvider.isTerraformProvider(provider)
    ? `${provider.node.path}, a provider of the type ${provider.terraformResourceType}`
    : 'something that is not a provider';
  return {
    code: 'provider_of_another_type',
    path: ['provider'],
    message: `${pathsOf(by)} ${needs(by)} a ZoneProvider, but provider is ${seen}.`,
    hint: 'Pass a ZoneProvider of this stack, or remove provider to use the one without an alias.',
  };
}

function ofAnotherStack(provider: TerraformProvider, by: readonly StackMember[]): Problem {
  return {
    code: 'provider_of_another_stack',
    path: ['provider'],
    message: `${provider.node.path} is not in the stack of ${pathsOf(by)}, and a stack can use only its own configurations.`,
    hint: 'Declare a ZoneProvider in this stack, and pass that one or remove provider.',
  };
}

function pathsOf(members: readonly StackMember[]): string {
  const paths = [...new Set(members.map((member) => shownOf(member).node.path))];
  const shown = paths.slice(0, MOST_SHOWN).join(', ');
  return paths.length > MOST_SHOWN ? `${shown} and ${paths.length - MOST_SHOWN} more` : shown;
}

function needs(members: readonly StackMember[]): string {
  return new Set(members.map((member) => shownOf(member).node.path)).size === 1 ? 'needs' : 'need';
}
