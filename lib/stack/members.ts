import { join, resolve, sep } from 'node:path';
import { App, dependable, type ITerraformDependable, LocalBackend, TerraformStack, Token } from 'cdktf';
import { type IConstruct, Construct } from 'constructs';
import { failOn, warnOn } from '../binding/checks';
import { register, registered } from '../binding/registry';
import { CompositionError } from './composition-error';
import { providerProblems } from './stack-providers';
import { shownOf, type StackMember, addressOf } from './stack-member';
import { reportWithOtherStacks, refuseIfWritten } from './stack-synthesis';
import { oneProblem, type Problem } from '../../schema';

/** What the engine accepts as the name of a resource. */
const NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** The id that cdktf omits from addresses. */
const HIDDEN = 'Default';

/**
 * Refuses an id that results in no address: cdktf would fail with a message that names no construct.
 *
 * @throws CompositionError
 */
function refuseId(member: StackMember): void {
  const shown = shownOf(member);
  const { id, path } = shown.node;
  if (Token.isUnresolved(path))
    throw new CompositionError(
      'id_is_token',
      shown,
      'The id of this construct, or of one around it, is a token, but the address of the resource is made of it at ' +
        'synth. Use a literal string.',
    );
  const { scopes } = member.node;
  const below = scopes.slice(scopes.indexOf(TerraformStack.of(member)) + 1);
  if (below.every(({ node }) => node.id === HIDDEN))
    throw new CompositionError(
      'id_without_address',
      shown,
      `The id is ${JSON.stringify(id)}, which cdktf omits from addresses, so the ${member.terraformResourceType} would ` +
        'have no address. Use another id.',
    );
}

/** Members whose addresses the engine refuses, and those whose addresses are the same. */
function addressProblems(members: readonly StackMember[]): readonly Problem[] {
  const taken = new Map<string, StackMember>();
  return members.flatMap((member) => {
    const address = addressOf(member);
    const other = taken.get(address);
    if (other) return sameAddress(other, member, address);
    taken.set(address, member);
    return NAME.test(member.friendlyUniqueId) ? [] : noName(member, address);
  });
}

function noName(member: StackMember, address: string): readonly Problem[] {
  return oneProblem(
    'id_not_a_name',
    `${shownOf(member).node.path} has the address ${address}, which the engine does not accept.`,
    'A name begins with a letter or an underscore, followed by letters, digits, underscores and hyphens. Use such an ' +
      'id, for example with a prefix: "zone-…".',
  );
}

function sameAddress(one: StackMember, other: StackMember, address: string): readonly Problem[] {
  return oneProblem(
    'address_taken_twice',
    `${shownOf(one).node.path} and ${shownOf(other).node.path} both have the address ${address}, so one would ` +
      'overwrite the other.',
    'cdktf keeps only letters, digits, "_" and "-" in an address, and omits every "Default" of a path. Give one of ' +
      'them an id that still differs then.',
  );
}

const MEMBERS = Symbol.for('zonewright/StackMember');
const CHECKED = Symbol.for('zonewright/StackChecked');

/**
 * Registers a member in its stack, which is checked as a whole at synthesis.
 *
 * @param dependsOn as given to the construct
 * @returns the dependencies in the engine, as addresses
 * @throws CompositionError for a member in no stack or in one already written, or with an id that gives no address
 */
export function joinStack(
  member: StackMember,
  dependsOn: readonly ITerraformDependable[] | undefined,
): string[] | undefined {
  const stack = stackOf(member, member.terraformResourceType);
  const shown = shownOf(member);
  refuseId(member);
  refuseIfWritten(shown, `The ${member.terraformResourceType}`);
  register(stack, MEMBERS, member);
  checkStack(stack);
  return inStackOrder(shown, dependsOn)?.map(dependable);
}

/** The members of a stack, in order of creation. */
export function membersOf(stack: TerraformStack): readonly StackMember[] {
  return registered(stack, MEMBERS) as readonly StackMember[];
}

/** Checks a stack as a whole, once even after several calls. */
export function checkStack(stack: TerraformStack): void {
  if (CHECKED in stack) return;
  Object.defineProperty(stack, CHECKED, { value: true });
  reportWithOtherStacks(stack);
  warnOn(stack, () => stateInOutput(stack));
  failOn(stack, () => {
    const members = membersOf(stack);
    return [...providerProblems(stack, members), ...addressProblems(members)];
  });
}

/**
 * The stack of something that needs one.
 *
 * @param what it is, for the message
 * @throws CompositionError when it is in none: it would silently not be synthesized
 */
export function stackOf(construct: IConstruct, what: string): TerraformStack {
  if (construct.node.scopes.some((scope) => TerraformStack.isStack(scope)))
    return TerraformStack.of(construct);
  throw new CompositionError(
    'outside_of_stack',
    shownOf(construct),
    `The ${what} is in no stack, so it would not be synthesized. Pass a TerraformStack, or a construct in one, as its ` +
      'scope.',
  );
}

/** Warns of a local state that goes when the output folder is deleted, after which everything would be created again. */
function stateInOutput(stack: TerraformStack): readonly string[] {
  const backend = stack.node.children.find((child) => child instanceof LocalBackend);
  const written = (backend?.toTerraform() as LocalBackendBlock | undefined)?.terraform.backend.local.path;
  if (written === undefined || Token.isUnresolved(written)) return [];
  const outdir = resolve(App.of(stack).outdir);
  const state = resolve(outdir, 'stacks', stack.node.id, written);
  // Where an app runs inside its output folder, only the folder of the stacks is output.
  const output = (process.cwd() + sep).startsWith(outdir + sep) ? join(outdir, 'stacks') : outdir;
  if (!state.startsWith(output + sep)) return [];
  return [
    `The state, ${written}, is inside the output folder: whoever deletes that folder loses the state, and the next apply ` +
      'creates everything a second time. Remove the LocalBackend, which keeps the state in terraform.STACK.tfstate in ' +
      'the folder of the app, or use a remote backend.',
  ];
}

interface LocalBackendBlock {
  readonly terraform: { readonly backend: { readonly local: { readonly path: string } } };
}

/**
 * The dependencies of a construct within its stack. The engine orders the objects of one stack. Another stack must be
 * applied before as a whole, so it becomes a stack dependency in cdktf, because addresses of one stack mean nothing
 * in another. An impossible order is an error of the construct.
 *
 * @param dependsOn as given to the construct
 */
function inStackOrder(
  construct: IConstruct,
  dependsOn: readonly ITerraformDependable[] | undefined,
): ITerraformDependable[] | undefined {
  if (dependsOn === undefined) return undefined;
  const stack = TerraformStack.of(construct);
  const within: ITerraformDependable[] = [];
  for (const one of dependsOn) {
    const other = stackOfDependable(one);
    if (other === undefined || other === stack) within.push(one);
    else applyAfter(construct, stack, one as ITerraformDependable & IConstruct, other);
  }
  return within.length > 0 ? within : undefined;
}

function stackOfDependable(one: ITerraformDependable): TerraformStack | undefined {
  if (!Construct.isConstruct(one)) return undefined;
  return one.node.scopes.some((scope) => TerraformStack.isStack(scope)) ? TerraformStack.of(one) : undefined;
}

function applyAfter(
  construct: IConstruct,
  stack: TerraformStack,
  one: IConstruct,
  other: TerraformStack,
): void {
  if (other.node.root !== stack.node.root) failOn(construct, () => ofAnotherApp(one));
  else if (other.dependsOn(stack)) failOn(construct, () => circle(one, stack, other));
  else stack.addDependency(other);
}

function ofAnotherApp({ node: { path } }: IConstruct): readonly Problem[] {
  return oneProblem(
    'dependency_of_another_app',
    `It depends on ${path}, which is in another App.`,
    'Apps have no order. Declare both in one App, or remove the dependency and apply them in order.',
  );
}

function circle({ node }: IConstruct, stack: TerraformStack, other: TerraformStack): readonly Problem[] {
  return oneProblem(
    'stacks_depend_on_each_other',
    `It depends on ${node.path}, so the stack ${stack.node.path} must be applied after ${other.node.path}, which ` +
      'itself depends on it.',
    'Stacks are applied one after the other. Move one of the two constructs into the stack of the other.',
  );
}
