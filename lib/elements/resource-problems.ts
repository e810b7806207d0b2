import {
  type ITerraformDependable,
  Lazy,
  TerraformDataSource,
  type TerraformResource,
  type TerraformResourceLifecycle,
  TerraformStack,
  Token,
} from 'cdktf';
import { Construct } from 'constructs';
import { type Attributes, nearest, type PathStep, type Problem } from '../../schema';
import { expressionProblems } from '../binding/expressions';
import { ofOtherInstance, type Repeatable } from '../stack/repetition';

/** Expressions that are not what was meant. The zone has a check of its own. Call it during validation. */
export function writtenProblems(values: unknown, member: Repeatable): readonly Problem[] {
  return expressionProblems(values, (expression) => ofOtherInstance(expression, member)).filter(
    ({ code, path }) => code !== 'value_of_an_instance' || path[0] !== 'zone_id',
  );
}

/** What is wrong with a lifecycle, which an Aspect may have set. */
export function lifecycleProblems(
  { lifecycle, node }: TerraformResource,
  attributes: Attributes,
): readonly Problem[] {
  const { ignoreChanges = [], replaceTriggeredBy = [] } = (lifecycle ?? {}) as TerraformResourceLifecycle;
  const ignored = Array.isArray(ignoreChanges) ? (ignoreChanges as readonly string[]) : [];
  return [
    ...ignored.flatMap((path, index) =>
      Token.isUnresolved(path)
        ? []
        : ignoredProblem(path, attributes, ['lifecycle', 'ignore_changes', index]),
    ),
    ...replaceTriggeredBy.flatMap((trigger, index) => {
      const reason = noTrigger(trigger, node.scopes);
      return reason === undefined
        ? []
        : [{ ...reason, path: ['lifecycle', 'replace_triggered_by', index], code: 'no_trigger' }];
    }),
  ];
}

/** An attribute that there is not, in any object on the way. */
function ignoredProblem(
  written: string,
  attributes: Attributes,
  path: readonly PathStep[],
): readonly Problem[] {
  let inside: Attributes | undefined = attributes;
  for (const [, name = ''] of written.matchAll(/(?:^|\.)([^.[\]"]+)(?:\[(?:"[^"]*"|\d+)\])*/g)) {
    if (inside === undefined) return [];
    const attribute: Attributes[string] | undefined = inside[name];
    if (attribute === undefined) return [notThere(written, name, Object.keys(inside), path)];
    // The members of a map have keys, with a dot as with brackets.
    inside = attribute.nested === 'map' ? undefined : attribute.nested && attribute.attributes;
  }
  return [];
}

function notThere(
  written: string,
  name: string,
  names: readonly string[],
  path: readonly PathStep[],
): Problem {
  const meant = nearest(name, names);
  const all = name === 'all' || name === '*';
  return {
    code: 'no_attribute_to_ignore',
    path,
    message: `There is no attribute ${JSON.stringify(name)}${name === written ? '' : ` in ${JSON.stringify(written)}`}.`,
    hint: all
      ? "To ignore all changes, write ignoreChanges: 'all'."
      : `Write it as in HCL${meant === undefined ? `: one of ${names.map((each) => JSON.stringify(each)).join(', ')}` : `: ${JSON.stringify(meant)}`}.`,
  };
}

/** Why something does not trigger a replacement. */
function noTrigger(
  trigger: string | ITerraformDependable,
  [, ...scopes]: readonly Construct[],
): Pick<Problem, 'message' | 'hint'> | undefined {
  if (!Construct.isConstruct(trigger)) return undefined;
  const { path } = trigger.node;
  if (TerraformDataSource.isTerraformDataSource(trigger))
    return {
      message: `${path} is a data source, and only resources trigger a replacement.`,
      hint: 'Pass its value through a terraform_data resource (TerraformDataResource of cdktf), and name that.',
    };
  const stack = trigger.node.scopes.find((scope) => TerraformStack.isStack(scope));
  if (stack === undefined || scopes.includes(stack as never)) return undefined;
  return {
    message: `${path} is in another stack, which the engine does not see.`,
    hint: 'Declare both in one stack, or replace the resource with terraform apply -replace.',
  };
}

/** A lifecycle as the engine reads it: cdktf writes addresses as expressions, which are none there. */
export function writtenLifecycle(lifecycle: TerraformResourceLifecycle): TerraformResourceLifecycle {
  const { replaceTriggeredBy: triggers } = lifecycle;
  if (triggers === undefined) return lifecycle;
  const address = (trigger: string | ITerraformDependable): string =>
    Lazy.stringValue({
      produce: (context) => {
        const written: unknown = context.resolve(typeof trigger === 'string' ? trigger : trigger.fqn);
        return String(written).replace(/^\$\{(.*)\}$/, '$1');
      },
    });
  return { ...lifecycle, replaceTriggeredBy: triggers.map(address) };
}
