import { Annotations } from 'cdktf';
import type { IConstruct } from 'constructs';
import { checkConfig, type ObjectSchema, type Problem } from '../../schema';
import { attributeValues, type Named } from './attribute-values';
import { known } from './known';
import { printWarning } from './print-warning';
import { ResolutionError, whileResolving } from './resolving';
import { shapeProblems } from './shape';
import { inCamelCase, spelledPath } from './spelling';

/**
 * All that can be said against props before anything runs: missing and mistyped values first, and when there are
 * none, every rule of the schema. Tokens are left alone.
 */
export function checkProps(schema: ObjectSchema, props: Named): readonly Problem[] {
  const values = known(attributeValues(schema.attributes, props)) as Named;
  const shape = shapeProblems(schema.attributes, values);
  return shape.length > 0 ? shape : checkConfig(schema, values);
}

/**
 * Makes problems fail the synthesis, as errors of the construct that the user wrote.
 *
 * @param problems asked at synth, when all contributions are in
 */
export function failOn(construct: IConstruct, problems: () => readonly Problem[]): void {
  construct.node.addValidation({ validate: () => whileResolving(construct, () => sentences(problems)) });
}

function sentences(problems: () => readonly Problem[]): string[] {
  try {
    return problems().map(sentence);
  } catch (error) {
    if (error instanceof ResolutionError) return [sentence(notResolved(error))];
    throw error;
  }
}

function notResolved({ message }: ResolutionError): Problem {
  return {
    code: 'not_resolved',
    path: [],
    message: `A value cannot be resolved: ${message.trim().replace(/[.]?$/, '.')}`,
    hint: 'A Lazy has to produce its value when the app is synthesized, with what is there by then.',
  };
}

/**
 * Attaches warnings to a construct when it is validated: the last moment before the synthesis collects them, when all
 * contributions are in. A second synthesis does not repeat them. An app that runs by itself prints them as well.
 *
 * @param warnings asked at synth
 */
export function warnOn(construct: IConstruct, warnings: () => readonly string[]): void {
  const told = new Set<string>();
  construct.node.addValidation({
    validate: () => {
      for (const warning of warningsNow(construct, warnings).filter((each) => !told.has(each))) {
        told.add(warning);
        Annotations.of(construct).addWarning(warning);
        printWarning(construct.node.path, warning);
      }
      return [];
    },
  });
}

/** What cannot be resolved is an error, which `failOn` tells. */
function warningsNow(construct: IConstruct, warnings: () => readonly string[]): readonly string[] {
  try {
    return whileResolving(construct, warnings);
  } catch (error) {
    if (error instanceof ResolutionError) return [];
    throw error;
  }
}

function sentence({ path, message, hint }: Problem): string {
  const text = `${inCamelCase(message)} ${inCamelCase(hint)}`;
  return path.length > 0 ? `${spelledPath(path)}: ${text}` : text;
}
