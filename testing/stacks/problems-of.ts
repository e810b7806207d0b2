import { problemsOfConstruct, type ConstructProblem } from '../../lib/binding/problems-of-construct';
import {
  appOf,
  isStack,
  stacksOf,
  type ConstructNode,
  type SynthesizableApp,
  type SynthesizableStack,
  synthesis,
  inTemporaryFolder,
} from './root-modules';

/** A problem of an app, as data. Of what other constructs report, the code is `validation` or `annotation`. */
export interface AppProblem extends Omit<ConstructProblem, 'text'> {
  /** The path of the construct, such as `log-fields/fields`. */
  readonly construct: string;
}

const ERROR_ANNOTATION = /^@cdkt[fn]\/error$/;

/**
 * All problems of an app or a stack: of every stack at once, while a synthesis stops at the first one.
 *
 * @returns empty if it can be synthesized. What the synthesis throws is a problem, too, of the construct that it names or
 *   else of the stack, with the code `synthesis_failed` unless it has one
 * @example
 * expect(problemsOf(app)).toMatchObject([{ construct: 'zone/fields', prop: 'requestHeaders[0]', code:
 * 'header_name_not_lower_case' }]);
 */
export function problemsOf(one: SynthesizableApp | SynthesizableStack): readonly AppProblem[] {
  const app = caught(() => [appOf(one)]);
  if (app.thrown.length > 0) return app.thrown.map((thrown) => ofThrown(one.node.path, thrown));
  const failures = new Map<SynthesizableStack, unknown>();
  const attempt = (stack: SynthesizableStack, step: () => void): void => {
    try {
      step();
    } catch (thrown) {
      if (!failures.has(stack)) failures.set(stack, thrown);
    }
  };
  inTemporaryFolder((folder) => {
    const prepare = (stack: SynthesizableStack): void => attempt(stack, () => stack.prepareStack());
    const synthesizeOne = synthesis(appOf(one), folder, true, prepare);
    for (const stack of stacksOf(one)) attempt(stack, () => void synthesizeOne(stack));
  });
  const constructs = isStack(one) ? stacksOf(one).flatMap(({ node }) => node.findAll()) : one.node.findAll();
  const problems = [...new Set(constructs)].flatMap(problemsAt);
  // A construct that reports a problem may also be what made the synthesis of its stack fail.
  const unreported = [...failures].filter(
    ([{ node }]) => !problems.some((problem) => isIn(node.path, problem)),
  );
  return [...problems, ...unreported.map(([{ node }, thrown]) => ofThrown(node.path, thrown))];
}

function isIn(stack: string, { construct }: AppProblem): boolean {
  return construct === stack || construct.startsWith(`${stack}/`);
}

/** What was thrown, with the code and the construct that it names itself. */
function ofThrown(construct: string, thrown: unknown): AppProblem {
  const { message = String(thrown), code } = Object(thrown) as { message?: string; code?: unknown };
  const [, named, rest] = /^\[([^\]\n]+)\] (.*)$/s.exec(message) ?? [];
  return reported(named ?? construct, typeof code === 'string' ? code : 'synthesis_failed', rest ?? message);
}

/** What others than a construct of this package say: a text. */
function reported(construct: string, code: string, message: string): AppProblem {
  return { construct, code, path: [], prop: '', message, hint: '' };
}

function problemsAt(construct: { readonly node: ConstructNode }): readonly AppProblem[] {
  const { node } = construct;
  const [own, texts] = [caught(() => problemsOfConstruct(construct)), caught(() => node.validate())];
  const ownTexts = new Set(own.found.map(({ text }) => text));
  // A second synthesis adds annotations and validations of cdktf a second time.
  const annotations = node.metadata.filter(({ type }) => ERROR_ANNOTATION.test(type));
  return [
    ...own.found.map(({ text: _text, ...problem }) => ({ construct: node.path, ...problem })),
    ...[...new Set(texts.found)]
      .filter((text) => !ownTexts.has(text))
      .map((text) => reported(node.path, 'validation', text)),
    ...[...new Set(annotations.map(({ data }) => String(data)))].map((text) =>
      reported(node.path, 'annotation', text),
    ),
    ...[...own.thrown, ...texts.thrown].slice(0, 1).map((thrown) => ofThrown(node.path, thrown)),
  ];
}

/** What a check finds, or what it throws. */
function caught<T>(check: () => readonly T[]): {
  readonly found: readonly T[];
  readonly thrown: readonly unknown[];
} {
  try {
    return { found: check(), thrown: [] };
  } catch (thrown) {
    return { found: [], thrown: [thrown] };
  }
}
