import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { resolvedToken, whileResolving } from '../binding/resolving';
import { CompositionError } from './composition-error';

/** Set on a stack whose document was written. A symbol that all copies of this package share. */
const WRITTEN = Symbol.for('zonewright/StackWritten');

/** Records that a stack's document was written, or is being written again. */
export function markWritten(stack: TerraformStack, isWritten: boolean): void {
  Object.defineProperty(stack, WRITTEN, { value: isWritten, configurable: true });
}

/** Whether the document of a construct's stack was written, so that changes are lost. */
function isWritten(construct: IConstruct): boolean {
  return (TerraformStack.of(construct) as unknown as Readonly<Record<symbol, unknown>>)[WRITTEN] === true;
}

/**
 * Whether a text is one that a construct has: also another token for the same text, once the stack was written. Before,
 * a `Lazy` may not know its text.
 */
export function isSameText(construct: IConstruct, one: unknown, other: unknown): boolean {
  if (one === other || !isWritten(construct)) return one === other;
  return whileResolving(construct, () => resolvedToken(one) === resolvedToken(other));
}

/**
 * Refuses a change that would be lost because the document was already written.
 *
 * @param construct the construct to change @param change the change, as the beginning of a sentence: `The cookie "a"`
 * @throws CompositionError
 */
export function refuseIfWritten(construct: IConstruct, change: string, by?: IConstruct): void {
  if (!isWritten(construct)) return;
  const { path } = TerraformStack.of(construct).node;
  const from = by && by !== construct ? ` by ${by.node.path}` : '';
  throw new CompositionError(
    'stack_already_written',
    construct,
    `${change} was added${from} after the stack ${path} had been synthesized, so its document does not contain it. Add it ` +
      `before app.synth(). An Aspect runs in time when it is attached to ${path} or below; those of a stack that is ` +
      'synthesized later do not.',
  );
}
