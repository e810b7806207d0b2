import { TerraformElement, type TerraformResource, TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import { resolvedToken, whileResolving } from '../binding/resolving';

/** A construct whose object the state forgets. */
interface Forgotten extends Construct {
  readonly resource: TerraformResource;
}

const forgotten = new WeakMap<TerraformStack, Set<Forgotten>>();

/** What refers to the forgotten objects of a stack. The first of them to be validated reads the stack for all. */
const found = new WeakMap<TerraformStack, Map<Forgotten, ReadonlySet<string>>>();

/** Makes every reference to a forgotten object an error at synth: from outputs, locals and other resources of its stack. */
export function refuseReferencesTo(construct: Forgotten): void {
  const stack = TerraformStack.of(construct);
  forgotten.set(stack, (forgotten.get(stack) ?? new Set()).add(construct));
  construct.node.addValidation({ validate: () => [...referrersTo(construct)].map(stillReferred) });
}

/** Each construct takes its own away: if it asks again, that is another synthesis, and the stack is read anew. */
function referrersTo(construct: Forgotten): ReadonlySet<string> {
  const stack = TerraformStack.of(construct);
  let referrers = found.get(stack);
  if (!referrers?.has(construct)) found.set(stack, (referrers = referrersIn(stack)));
  const paths = referrers.get(construct) ?? new Set();
  referrers.delete(construct);
  return paths;
}

/** The paths of what refers to an attribute of each forgotten object of a stack. */
function referrersIn(stack: TerraformStack): Map<Forgotten, ReadonlySet<string>> {
  const paths = new Map<Forgotten, Set<string>>();
  const byAddress = new Map<string, Set<string>>();
  for (const construct of forgotten.get(stack) ?? []) {
    const { terraformResourceType, friendlyUniqueId } = construct.resource;
    const referrers = new Set<string>();
    paths.set(construct, referrers);
    byAddress.set(`${terraformResourceType}.${friendlyUniqueId}`, referrers);
  }
  for (const element of stack.node.findAll())
    if (TerraformElement.isTerraformElement(element) && !TerraformStack.isStack(element))
      for (const address of addressesIn(element)) byAddress.get(address)?.add(element.node.path);
  return paths;
}

/** Every `type.name` whose attribute an expression of the element reads. A description may name an object. */
function addressesIn(element: TerraformElement): string[] {
  const json = JSON.stringify(whileResolving(element, () => resolvedToken(element.toTerraform())) ?? null);
  return [...json.matchAll(/"(?:[^"\\]|\\.)*"/g)]
    .filter(([text]) => text.includes('${'))
    .flatMap(([text]) => [...text.matchAll(/(?<![\w.-])([a-z]\w*\.[\w-]+)[.[]/g)])
    .map(([, address = '']) => address);
}

function stillReferred(path: string): string {
  return (
    `forget: ${path} refers to this object, which leaves the state. ` +
    'Remove the reference, or put the value itself in its place.'
  );
}
