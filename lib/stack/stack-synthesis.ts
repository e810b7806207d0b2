import { App, type IStackSynthesizer, type ISynthesisSession, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { AppError, placeOf } from '../binding/app-error';
import { resolvedToken, whileResolving } from '../binding/known';
import { CompositionError } from './composition-error';

/** Set on a synthesis whose failures are being collected. A symbol that all copies of this package share. */
const GATHERING = Symbol.for('zonewright/GatheringFailures');

/**
 * Reports the failure of a stack together with those of the other stacks of the app: cdktf alone stops at the first
 * one. Also records when the stack was written, so that later changes are refused.
 */
export function reportWithOtherStacks(stack: TerraformStack): void {
  stack.synthesizer = new StackSynthesis(stack, stack.synthesizer);
}

class StackSynthesis implements IStackSynthesizer {
  private notPrepared: readonly unknown[] = [];

  constructor(
    private readonly stack: TerraformStack,
    private readonly inner: IStackSynthesizer,
  ) {
    const prepare = stack.prepareStack.bind(stack);
    // cdktf prepares every stack before it synthesizes one, and would stop at what the validations say more of.
    stack.prepareStack = () => {
      this.notPrepared = failures(prepare);
    };
  }

  synthesize(session: ISynthesisSession): void {
    markWritten(this.stack, false);
    try {
      this.inner.synthesize(session);
      for (const error of this.notPrepared) throw error;
    } catch (error) {
      throw withLaterFailures(this.stack, session, withPlaces(this.stack, error));
    }
    markWritten(this.stack, true);
  }
}

/** The failure of a stack, and those of all stacks that the app would synthesize after it. */
function withLaterFailures(stack: TerraformStack, session: ISynthesisSession, error: unknown): unknown {
  const app = stack.node.root;
  // A stack may be synthesized alone, as in the tests of cdktf.
  const isWholeApp = App.isApp(app) && session.manifest === app.manifest;
  if (GATHERING in session || !isWholeApp) return error;
  const stacks = app.node.findAll().filter((each) => TerraformStack.isStack(each));
  const later = stacks.slice(stacks.indexOf(stack) + 1);
  const gathering: ISynthesisSession = Object.defineProperty({ ...session }, GATHERING, { value: true });
  const all = [error, ...later.flatMap((each) => failures(() => each.synthesizer.synthesize(gathering)))];
  if (all.length === 1) return error;
  const texts = all.map((each) => (each instanceof Error ? each.message : String(each)).trim());
  return new AppError(`${all.length} stacks cannot be synthesized.\n\n${[...new Set(texts)].join('\n\n')}`);
}

/** What cdktf throws if validations of a stack fail: their texts, a line for each, and how to skip all of them. */
const VALIDATION_FAILURE =
  /^Validation failed with the following errors:\n {2}(.*?)\n\nIf you wish to ignore/s;

/** The same failure, with the place in the app where each construct was created. Other failures stay as they are. */
function withPlaces(stack: TerraformStack, error: unknown): unknown {
  const [, texts] = VALIDATION_FAILURE.exec(error instanceof Error ? error.message : '') ?? [];
  if (texts === undefined) return error;
  const constructs = new Map(stack.node.findAll().map((each) => [each.node.path, each]));
  const lines = texts.split('\n').map((line) => {
    const construct = constructs.get(/^ *\[(.*?)\] /.exec(line)?.[1] ?? '');
    const place = construct && placeOf(construct);
    return place === undefined ? line : `${line} (created at ${place})`;
  });
  return new AppError(`The stack ${stack.node.id} cannot be synthesized:\n  ${lines.join('\n')}`);
}

function failures(step: () => void): readonly unknown[] {
  try {
    step();
    return [];
  } catch (error) {
    return [error];
  }
}

/** Set on a stack whose document was written. A symbol that all copies of this package share. */
const WRITTEN = Symbol.for('zonewright/StackWritten');

/** Records that a stack's document was written, or is being written again. */
function markWritten(stack: TerraformStack, isWritten: boolean): void {
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
  if (!isWritten(construct)) return one === other;
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
