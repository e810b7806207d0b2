import { LocalBackend, TerraformStack, Testing } from 'cdktf';

/** A stack of a test app, with its backend set, as every stack should have it. */
export function testStack(id = 'stack', app = Testing.app()): TerraformStack {
  const stack = new TerraformStack(app, id);
  new LocalBackend(stack, { path: 'terraform.tfstate' });
  return stack;
}

/** What a stack synthesizes to, after all validations. */
export function synth(stack: TerraformStack): Record<string, unknown> {
  return JSON.parse(Testing.synth(stack, true)) as Record<string, unknown>;
}

/** One part of what a stack synthesizes to. */
export function synthPart(stack: TerraformStack, part: string): unknown {
  return synth(stack)[part];
}

/** The arguments of a resource that a stack synthesizes to. */
export function synthResource(stack: TerraformStack, type: string, name: string): unknown {
  const resources = synthPart(stack, 'resource') as Readonly<Record<string, Record<string, unknown>>>;
  return resources[type]?.[name];
}

/** The validation errors of a stack, one a line, each with the path of its construct; empty when there are none. */
export function validationErrors(stack: TerraformStack): readonly string[] {
  try {
    stack.runAllValidations();
    return [];
  } catch (error) {
    const lines = (error as Error).message.split('\n').map((line) => line.trim());
    const found = lines.filter((line) => line.startsWith('['));
    if (found.length === 0) throw error;
    return found;
  }
}
