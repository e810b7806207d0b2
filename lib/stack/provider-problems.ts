import { TerraformProvider, TerraformStack, Token } from 'cdktf';
import { PROVIDER_ADDRESS, providerSchema, type Problem } from '../../schema';
import { providersOf } from './stack-providers';
import { shownOf, type StackMember } from './stack-member';

/** What the engine takes as the name of a configuration. */
const NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** More paths than these do not help anybody to find the first. */
const MOST_SHOWN = 3;

/** What is wrong with the provider configurations of a stack, and with how its members choose among them. */
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
      message: `The alias is ${seen}, which the engine does not take.`,
      hint: 'It is literal text that begins with a letter or an underscore, followed by letters, digits, "_" and "-".',
    },
  ];
}

/** Two configurations that the engine could not tell apart. */
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

/** Two copies of this package, each of which requires its own version of the provider. */
function versionProblems(stack: TerraformStack): readonly Problem[] {
  const versions = new Map(
    providersOf(stack).map((provider) => [
      provider.terraformGeneratorMetadata?.providerVersion,
      provider.node.path,
    ]),
  );
  if (versions.size < 2) return [];
  const seen = [...versions].map(([version, path]) => `${path} is of ${String(version)}`);
  return [
    {
      code: 'provider_versions_differ',
      path: [],
      message: `The stack has ZoneProviders of ${versions.size} versions of zonewright: ${seen.join(', ')}.`,
      hint: 'A stack requires one version of a provider. Install zonewright once, in one version, for the whole app.',
    },
  ];
}

/** Members that name no provider, where there is none without an alias. */
function defaultProblems(stack: TerraformStack, unnamed: readonly StackMember[]): readonly Problem[] {
  const providers = providersOf(stack);
  if (providers.some(({ alias }) => alias === undefined) || hasPlainProvider(stack)) return [];
  if (providers.length === 0)
    return [
      {
        code: 'provider_missing',
        path: [],
        message: `The stack has no ZoneProvider, and ${pathsOf(unnamed)} ${needs(unnamed)} one.`,
        hint: "Add it: new ZoneProvider(stack, 'zone'). Each stack has its own.",
      },
    ];
  const aliases = providers.map(({ alias }) => JSON.stringify(alias)).join(', ');
  return [
    {
      code: 'provider_not_named',
      path: [],
      message:
        `${pathsOf(unnamed)} ${unnamed.length === 1 ? 'names' : 'name'} no provider, and every ZoneProvider of the ` +
        `stack has an alias (${aliases}), so the engine would take whatever its environment says.`,
      hint: 'Give one of them as provider, or leave out the alias of the one that is meant.',
    },
  ];
}

/** Providers that are named and that the engine does not find in this stack. */
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

/** A binding that cdktf generated from the schema is a provider as well. */
function hasPlainProvider(stack: TerraformStack): boolean {
  return stack.node
    .findAll()
    .some(
      (each) =>
        TerraformProvider.isTerraformProvider(each) &&
        each.terraformProviderSource === PROVIDER_ADDRESS &&
        each.alias === undefined,
    );
}

function twoDefaults(paths: readonly string[]): Problem {
  return {
    code: 'default_provider_twice',
    path: [],
    message: `The stack has ${paths.length} ZoneProviders without an alias: ${paths.join(', ')}.`,
    hint: 'Keep one, for what names no provider. Give the others an alias, and name them with the prop provider.',
  };
}

function sameAlias(alias: string, paths: readonly string[]): Problem {
  return {
    code: 'provider_alias_twice',
    path: [],
    message: `The stack has ${paths.length} ZoneProviders with the alias ${JSON.stringify(alias)}: ${paths.join(', ')}.`,
    hint: 'An alias tells a configuration from the others of its stack. Give each another one.',
  };
}

function anotherProvider(provider: TerraformProvider, by: readonly StackMember[]): Problem {
  const seen = TerraformProvider.isTerraformProvider(provider)
    ? `${provider.node.path}, a provider of the type ${provider.terraformResourceType}`
    : 'something that is no provider';
  return {
    code: 'provider_of_another_type',
    path: ['provider'],
    message: `${pathsOf(by)} ${needs(by)} a ZoneProvider, and the one given is ${seen}.`,
    hint: 'Give a ZoneProvider of this stack, or leave provider out for the one without an alias.',
  };
}

function ofAnotherStack(provider: TerraformProvider, by: readonly StackMember[]): Problem {
  return {
    code: 'provider_of_another_stack',
    path: ['provider'],
    message: `${provider.node.path} is in another stack than ${pathsOf(by)}, and a stack knows its own configurations only.`,
    hint: 'Declare a ZoneProvider in this stack, and give that one or leave provider out.',
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
