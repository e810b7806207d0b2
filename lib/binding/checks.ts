import { Annotations } from 'cdktf';
import type { IConstruct } from 'constructs';
import { checkConfig, type ObjectSchema, type Problem } from '../../schema';
import { isLeaving } from '../leaving/leaving';
import { keepPlace } from './app-error';
import { attributeValues, type Named } from './attribute-values';
import { known } from './known';
import { printWarning } from './print-warning';
import { type ConstructProblem, keepProblems } from './problems-of-construct';
import { ResolutionError, whileResolving } from './resolving';
import { shapeProblems } from './shape';
import { inCamelCase, spelledPath } from './spelling';

/**
 * All problems of props that can be found before anything runs: first missing and mistyped values and, if there are
 * none, those of the schema's checks. Tokens are not checked.
 */
export function checkProps(schema: ObjectSchema, props: Named): readonly Problem[] {
  const values = known(attributeValues(schema.attributes, props)) as Named;
  const shape = shapeProblems(schema.attributes, values);
  return shape.length > 0 ? shape : checkConfig(schema, values);
}

/**
 * Makes problems fail the synthesis as errors of the user's construct, unless that is leaving.
 *
 * @param problems called at synth, after all contributions
 */
export function failOn(construct: IConstruct, problems: () => readonly Problem[]): void {
  const found = (): readonly ConstructProblem[] =>
    isLeaving(construct) ? [] : whileResolving(construct, () => resolved(problems)).map(inProps);
  construct.node.addValidation({ validate: () => found().map(({ text }) => text) });
  keepProblems(construct, found);
  keepPlace(construct);
}

function resolved(problems: () => readonly Problem[]): readonly Problem[] {
  try {
    return problems();
  } catch (error) {
    if (error instanceof ResolutionError) return [notResolved(error)];
    throw error;
  }
}

function notResolved({ message }: ResolutionError): Problem {
  return {
    code: 'not_resolved',
    path: [],
    message: `A value cannot be resolved: ${message.trim().replace(/[.]?$/, '.')}`,
    hint: 'A Lazy must produce its value when the app is synthesized, from what exists by then.',
  };
}

/**
 * Attaches warnings to a construct when it is validated: after all contributions, and before the synthesis collects
 * warnings. A second synthesis does not repeat them. An app that runs without the CLI of CDKTF also prints them.
 *
 * @param warnings called at synth
 */
export function warnOn(construct: IConstruct, warnings: () => readonly string[]): void {
  const told = new Set<string>();
  construct.node.addValidation({
    validate: () => {
      if (isLeaving(construct)) return [];
      for (const warning of warningsNow(construct, warnings).filter((each) => !told.has(each))) {
        told.add(warning);
        Annotations.of(construct).addWarning(warning);
        printWarning(construct.node.path, warning);
      }
      return [];
    },
  });
}

/** A value that cannot be resolved is an error, which `failOn` reports. */
function warningsNow(construct: IConstruct, warnings: () => readonly string[]): readonly string[] {
  try {
    return whileResolving(construct, warnings);
  } catch (error) {
    if (error instanceof ResolutionError) return [];
    throw error;
  }
}

/** A problem of the schema as one of a construct, in the spelling of TypeScript. */
export function inProps({ code, path, ...problem }: Problem): ConstructProblem {
  const [prop, message, hint] = [spelledPath(path), inCamelCase(problem.message), inCamelCase(problem.hint)];
  const text = `${message} ${hint}`;
  return { code, path, prop, message, hint, text: path.length > 0 ? `${prop}: ${text}` : text };
}
