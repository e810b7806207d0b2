import { type ITerraformDependable, TerraformStack } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import type { Problem } from '../../schema';
import { failOn } from '../binding/checks';

/**
 * The dependencies of a construct within its stack. The engine orders the objects of one stack. Another stack must be
 * applied before as a whole, so it becomes a stack dependency in cdktf, because addresses of one stack mean nothing
 * in another. An impossible order is an error of the construct.
 *
 * @param dependsOn as given to the construct
 */
export function inStackOrder(
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
  if (other.node.root !== stack.node.root) failOn(construct, () => [ofAnotherApp(one)]);
  else if (other.dependsOn(stack)) failOn(construct, () => [circle(one, stack, other)]);
  else stack.addDependency(other);
}

function ofAnotherApp({ node: { path } }: IConstruct): Problem {
  return {
    code: 'dependency_of_another_app',
    path: [],
    message: `It depends on ${path}, which is in another App.`,
    hint: 'Apps have no order. Declare both in one App, or remove the dependency and apply them in order.',
  };
}

function circle({ node: { path } }: IConstruct, stack: TerraformStack, other: TerraformStack): Problem {
  return {
    code: 'stacks_depend_on_each_other',
    path: [],
    message:
      `It depends on ${path}, so the stack ${stack.node.path} must be applied after ${other.node.path}, which ` +
      'itself depends on it.',
    hint: 'Stacks are applied one after the other. Move one of the two constructs into the stack of the other.',
  };
}
