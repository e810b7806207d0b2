import { App, type IStackSynthesizer, type ISynthesisSession, TerraformStack } from 'cdktf';
import { AppError, placeOf } from '../binding/app-error';
import { markWritten } from './written';

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
