import { Annotations } from 'cdktf';
import type { IConstruct } from 'constructs';
import { checkConfig, type ObjectSchema, type Problem } from '../../schema';
import { isLeaving } from '../leaving/leaving';
import { attributeValues, type Named } from './attribute-values';
import { known } from './known';
import { printWarning } from './print-warning';
import { type ConstructProblem, keepProblems } from './problems-of-construct';
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
 * Makes problems fail the synthesis, as errors of the construct that the user wrote, unless it is leaving.
 *
 * @param problems asked at synth, when all contributions are in
 */
export function failOn(construct: IConstruct, problems: () => readonly Problem[]): void {
  const told = (): readonly ConstructProblem[] => (isLeaving(construct) ? [] : problems().map(inProps));
  construct.node.addValidation({ validate: () => told().map(({ text }) => text) });
  keepProblems(construct, told);
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
      if (isLeaving(construct)) return [];
      for (const warning of warnings().filter((each) => !told.has(each))) {
        told.add(warning);
        Annotations.of(construct).addWarning(warning);
        printWarning(`${construct.node.path}: ${warning}`);
      }
      return [];
    },
  });
}

function inProps({ code, path, ...problem }: Problem): ConstructProblem {
  const [prop, message, hint] = [spelledPath(path), inCamelCase(problem.message), inCamelCase(problem.hint)];
  const text = `${message} ${hint}`;
  return { code, path, prop, message, hint, text: path.length > 0 ? `${prop}: ${text}` : text };
}
