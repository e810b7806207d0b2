import { join, resolve, sep } from 'node:path';
import { App, dependable, type ITerraformDependable, LocalBackend, TerraformStack, Token } from 'cdktf';
import type { IConstruct } from 'constructs';
import { failOn, warnOn } from '../binding/checks';
import { register, registered } from '../binding/registry';
import { addressProblems, refuseId } from './addresses';
import { CompositionError } from './composition-error';
import { providerProblems } from './provider-problems';
import { inStackOrder } from './order';
import { shownOf, type StackMember } from './stack-member';
import { reportWithOtherStacks } from './stack-synthesis';
import { refuseIfWritten } from './written';

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
