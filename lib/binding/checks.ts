import { Annotations } from 'cdktf';
import type { IConstruct } from 'constructs';
import {
  checkConfig,
  type ObjectSchema,
  type Problem,
  type Attribute,
  type Attributes,
  type AttributeType,
  type PathStep,
  isKnown,
  isUnknown,
  oneProblem,
  walk,
} from '../../schema';
import { isForgottenOrMoved } from './marks';
import { keepPlace, placeOf } from './app-error';
import { attributeValues, type Named, isPlainObject } from './attribute-values';
import { known, ResolutionError, whileResolving } from './known';
import { type ConstructProblem, keepProblems } from './problems-of-construct';
import { unknownMembers } from './prop-names';
import { inCamelCase, spelledPath } from './spelling';
import { misuses } from './misused';

/**
 * Checks for untyped callers what the compiler checks for others: that required attributes are set, and that each
 * value has its type. An unset environment variable reaches a construct this way.
 *
 * @param values attribute name to value, as `known` gives it
 */
function shapeProblems(attributes: Attributes, values: Named): readonly Problem[] {
  return walk(attributes, values, (attribute, value) => {
    if (value === null) return attribute.required ? [notSet([])] : [];
    if (isUnknown(value)) return [];
    return attribute.nested ? nestedProblems(attribute.nested, value) : valueProblems(attribute.type, value);
  });
}

/** Whether values that should be objects are. Their members are checked separately. */
function nestedProblems(nested: NonNullable<Attribute['nested']>, value: unknown): readonly Problem[] {
  const member = (element: unknown, at: readonly PathStep[]): readonly Problem[] =>
    isUnknown(element) || isPlainObject(element) ? [] : [wrongType('an object', element, at)];
  switch (nested) {
    case 'single':
      return member(value, []);
    case 'map':
      return isPlainObject(value)
        ? Object.entries(value).flatMap(([key, element]) => member(element, [key]))
        : [wrongType('an object', value, [])];
    case 'list':
    case 'set':
      return Array.isArray(value)
        ? value.flatMap((element: unknown, index) => member(element, [index]))
        : [wrongType('a list', value, [])];
  }
}

function valueProblems(
  type: AttributeType,
  value: unknown,
  at: readonly PathStep[] = [],
): readonly Problem[] {
  if (isUnknown(value)) return [];
  if (!isKnown(value)) return [notSet(at)];
  if (typeof type === 'string') {
    const [expected, fits] = SCALARS[type];
    return fits(value) ? [] : [wrongType(expected, value, at)];
  }
  if ('object' in type) return isPlainObject(value) ? [] : [wrongType('an object', value, at)];
  if ('map' in type) {
    if (!isPlainObject(value)) return [wrongType('an object', value, at)];
    return Object.entries(value).flatMap(([key, element]) => valueProblems(type.map, element, [...at, key]));
  }
  if (!Array.isArray(value)) return [wrongType('a list', value, at)];
  const elementType = 'list' in type ? type.list : type.set;
  return value.flatMap((element: unknown, index) => valueProblems(elementType, element, [...at, index]));
}

/** The checks of the schema test whether an `int` is whole, with the same message on every side. */
const SCALARS = {
  string: ['a string', (value: unknown) => typeof value === 'string'],
  bool: ['true or false', (value: unknown) => typeof value === 'boolean'],
  int: ['a whole number', (value: unknown) => typeof value === 'number'],
  number: ['a number', (value: unknown) => typeof value === 'number' && Number.isFinite(value)],
  dynamic: ['a value', () => true],
} as const;

function notSet(path: readonly PathStep[]): Problem {
  return {
    code: 'not_set',
    path,
    message: 'A value is required here.',
    hint: 'Give one. A value from the environment is undefined when its variable is not set.',
  };
}

function wrongType(expected: string, value: unknown, path: readonly PathStep[]): Problem {
  return {
    code: 'wrong_type',
    path,
    message: `Expected ${expected}, got ${seen(value)}.`,
    hint: `Give ${expected}, or a token that stands for it.`,
  };
}

/** Describes a value without repeating text, which may be a misplaced secret. */
function seen(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'number' ? `the number ${value}` : `a value of type ${typeof value}`;
}

/** Set by the CLI of CDKTF for an app that it runs; the CLI prints the warnings of the manifest itself. */
const SET_BY_COMMAND = ['CDKTF_OUTDIR', 'CDKTF_CONTEXT_JSON'];

/** Repeating a warning more often does not help; the manifest has all of them. */
const MOST_SHOWN = 5;

/** The constructs for which a warning was printed, by its text. */
const printed = new Map<string, Set<string>>();

/**
 * Prints a warning about a construct, once, when the app runs without the CLI of CDKTF: few people read its manifest.
 * Uses the warnings of the process, so `--no-warnings` and the event `warning` work as usual.
 *
 * @param path of the construct
 * @param at where the app created it
 */
function printWarning(path: string, warning: string, at: string): void {
  const paths = printed.get(warning) ?? new Set();
  printed.set(warning, paths);
  if (paths.has(path) || paths.size > MOST_SHOWN) return;
  paths.add(path);
  const text =
    paths.size > MOST_SHOWN
      ? `More than these ${MOST_SHOWN} constructs have this warning; manifest.json lists all of them: ${warning}`
      : `${path}: ${warning}${at}`;
  process.emitWarning(text, { type: 'ZonewrightWarning' });
}

/**
 * All problems of props that can be found before anything runs: first missing, mistyped, misused and unknown ones and, if there are
 * none, those of the schema's checks. Tokens are not checked.
 */
export function checkProps(schema: ObjectSchema, props: Named): readonly Problem[] {
  const given = attributeValues(schema.attributes, props);
  const values = known(given) as Named;
  const parts = misuses(given);
  const hasPart = ({ path }: Problem): boolean =>
    parts.some((part) => path.every((step, index) => part.path[index] === step));
  const shape = [
    ...parts,
    ...unknownMembers(schema.attributes, props),
    ...shapeProblems(schema.attributes, values).filter((each) => !hasPart(each)),
  ];
  return shape.length > 0 ? shape : checkConfig(schema, values);
}

/**
 * Makes problems fail the synthesis as errors of the user's construct, unless it is forgotten or moved.
 *
 * @param problems called at synth, after all contributions
 */
export function failOn(construct: IConstruct, problems: () => readonly Problem[]): void {
  const found = (): readonly ConstructProblem[] =>
    isForgottenOrMoved(construct) ? [] : whileResolving(construct, () => resolved(problems)).map(inProps);
  construct.node.addValidation({ validate: () => found().map(({ text }) => text) });
  keepProblems(construct, found);
  keepPlace(construct);
}

function resolved(problems: () => readonly Problem[]): readonly Problem[] {
  try {
    return problems();
  } catch (error) {
    if (error instanceof ResolutionError) return notResolved(error);
    throw error;
  }
}

function notResolved({ message }: ResolutionError): readonly Problem[] {
  // cdktf adds where it made the token, and a line for each one around it.
  const reason = message
    .replace(/\.?\nObject creation stack:[^]*$/, '')
    .replace(/\s*\n\s*/g, ' ')
    .trim();
  return oneProblem(
    'not_resolved',
    `A value cannot be resolved: ${reason.replace(/[.]*$/, '.')}`,
    'A Lazy must produce its value when the app is synthesized, from what exists by then.',
  );
}

/**
 * Attaches warnings to a construct when it is validated: after all contributions, and before the synthesis collects
 * warnings. A second synthesis does not repeat them. An app that runs without the CLI of CDKTF also prints them.
 *
 * @param warnings called at synth
 */
export function warnOn(construct: IConstruct, warnings: () => readonly string[]): void {
  keepPlace(construct);
  const reported = new Set<string>();
  construct.node.addValidation({
    validate: () => {
      if (isForgottenOrMoved(construct)) return [];
      for (const warning of warningsNow(construct, warnings).filter((each) => !reported.has(each))) {
        reported.add(warning);
        const place = placeOf(construct);
        const at = place === undefined ? '' : ` (created at ${place})`;
        const isRunByCommand = SET_BY_COMMAND.some((name) => process.env[name] !== undefined);
        Annotations.of(construct).addWarning(isRunByCommand ? `${warning}${at}` : warning);
        if (!isRunByCommand) printWarning(construct.node.path, warning, at);
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

/** What TypeScript has besides what a hint of the schema says, by the code of the problem. */
const MORE_IN_TYPESCRIPT: Readonly<Record<string, string>> = {
  filter_malformed:
    ' In TypeScript, it is the node itself: { key: "ClientRequestHost", operator: "eq", value: … }, { and: [<nodes>] } or { or: [<nodes>] }.',
  managed_ruleset_id_malformed: ' ManagedRuleset has these ids, such as ManagedRuleset.OWASP.',
};

/** A problem of the schema as one of a construct, in the spelling of TypeScript. */
export function inProps({ code, path, ...problem }: Problem): ConstructProblem {
  const [prop, message] = [spelledPath(path), inCamelCase(problem.message)];
  const hint = `${inCamelCase(problem.hint)}${MORE_IN_TYPESCRIPT[code] ?? ''}`;
  const text = `${message} ${hint}`;
  return { code, path, prop, message, hint, text: path.length > 0 ? `${prop}: ${text}` : text };
}
