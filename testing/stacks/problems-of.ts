import { problemsOfConstruct } from '../../lib/binding/problems-of-construct';
import {
  appOf,
  isStack,
  stacksOf,
  type ConstructNode,
  type SynthesizableApp,
  type SynthesizableStack,
  synthesis,
} from './app-of-stacks';
import { inTemporaryFolder } from './temporary-folder';

/** A problem of an app, as data. */
export interface AppProblem {
  /** The path of the construct, such as `log-fields/fields`. */
  readonly construct: string;
  /**
   * Stable name of the kind of problem, e.g. `header_name_not_lower_case`. `validation` and `annotation` for what
   * other constructs report.
   */
  readonly code: string;
  /** Where it is in the construct, with Terraform's names, e.g. `['request_headers', 2]`. */
  readonly path: readonly (string | number)[];
  /** Where it is, as you write it: `requestHeaders[2]`. Empty: the construct as a whole. */
  readonly prop: string;
  /** What is wrong and what was seen. */
  readonly message: string;
  /** What is allowed and what to do. */
  readonly hint: string;
}

const ERROR_ANNOTATION = /^@cdkt[fn]\/error$/;

/**
 * All problems of an app or a stack: of every stack at once, while a synthesis stops at the first one.
 *
 * @returns empty if it can be synthesized
 * @throws Error if it cannot, for a reason that no construct reports
 * @example
 * expect(problemsOf(app)).toMatchObject([{ construct: 'zone/fields', prop: 'requestHeaders[0]', code:
 * 'header_name_not_lower_case' }]);
 */
export function problemsOf(one: SynthesizableApp | SynthesizableStack): readonly AppProblem[] {
  const failed = inTemporaryFolder((folder) => {
    const synthesizeOne = synthesis(appOf(one), folder, true);
    return stacksOf(one).flatMap((stack) => {
      try {
        synthesizeOne(stack);
        return [];
      } catch (thrown) {
        return [thrown];
      }
    });
  });
  const constructs = isStack(one) ? stacksOf(one).flatMap(({ node }) => node.findAll()) : one.node.findAll();
  const problems = [...new Set(constructs)].flatMap(problemsAt);
  // A construct that reports a problem may also be what made the synthesis fail.
  if (problems.length === 0 && failed.length > 0) throw failed[0];
  return problems;
}

function problemsAt(construct: { readonly node: ConstructNode }): readonly AppProblem[] {
  const { node } = construct;
  const own = problemsOfConstruct(construct);
  const ownTexts = new Set(own.map(({ text }) => text));
  const of = (code: string, message: string): AppProblem => ({
    construct: node.path,
    code,
    path: [],
    prop: '',
    message,
    hint: '',
  });
  return [
    ...own.map(({ code, path, prop, message, hint }) => ({
      construct: node.path,
      code,
      path,
      prop,
      message,
      hint,
    })),
    ...node
      .validate()
      .filter((text) => !ownTexts.has(text))
      .map((text) => of('validation', text)),
    ...node.metadata
      .filter(({ type }) => ERROR_ANNOTATION.test(type))
      .map(({ data }) => of('annotation', String(data))),
  ];
}
