import { checkConfig, type FunctionParameter, type PathStep } from '../../../schema/description';
import { canonical, isWhollyKnown, Unknown, type Value } from '../values';
import { fromAuthor, toAuthor } from './author-values';
import { Diagnostics, type Diagnostic } from './diagnostics';
import { reportFailure } from './failure';
import type { AnyFunction } from './function';
import type { Log } from '../text';
import { valueType } from './schema-type';

/** The outcome of a call: a result, or why there is none. */
export type FunctionAnswer =
  | { readonly result: Value }
  | {
      readonly error: string;
      /** Counted from 0; absent for the call as a whole. */ readonly argument?: number;
    };

/** The parameter that takes the argument at an index; undefined when there is none. */
export function parameterAt(
  { parameters, variadic }: AnyFunction,
  index: number,
): FunctionParameter | undefined {
  return parameters[index] ?? variadic;
}

/**
 * Calls a function. The engine does not pass nulls and unknowns to parameters that do not accept them; this enforces
 * it for any caller. A failure is an answer, too.
 */
export function callFunction(called: AnyFunction, values: readonly Value[], log: Log): FunctionAnswer {
  const diagnostics = new Diagnostics();
  try {
    checkArguments(called, values, diagnostics);
    if (!diagnostics.hasError) {
      if (values.some((value, index) => !parameterAt(called, index)?.allowUnknown && !isWhollyKnown(value))) {
        return { result: Unknown.plain };
      }
      const result = called.run(named(called, values), diagnostics);
      if (!diagnostics.hasError && result === undefined) {
        throw new Error(`${called.name} returned neither a result nor an error`);
      }
      if (!diagnostics.hasError) return { result: canonical(valueType(called.returns), fromAuthor(result)) };
    }
  } catch (error) {
    reportFailure(error, diagnostics, log);
  }
  return refusal(called, diagnostics.all);
}

function checkArguments(called: AnyFunction, values: readonly Value[], diagnostics: Diagnostics): void {
  const { length } = called.parameters;
  if (values.length < length || (values.length > length && !called.variadic)) {
    const allowed = `${called.variadic ? 'at least ' : ''}${length}`;
    return diagnostics.error({
      message: `${called.name} was called with ${values.length} arguments.`,
      hint: `It takes ${allowed}.`,
    });
  }
  values.forEach((value, index) => {
    const parameter = parameterAt(called, index);
    if (!parameter) return;
    const at = index < length ? [parameter.name] : [parameter.name, index - length];
    if (value === null && !parameter.allowNull) {
      return diagnostics.error({ path: at, message: 'It is null.', hint: 'Give a value.' });
    }
    for (const { path, ...problem } of problemsOf(parameter, value)) {
      diagnostics.error({ ...problem, path: [...at, ...path.slice(1)] });
    }
  });
}

/** An argument is checked as the one attribute of an object would be. */
function problemsOf(parameter: FunctionParameter, value: Value): ReturnType<typeof checkConfig> {
  const { name } = parameter;
  const attributes = { [name]: { ...parameter, optional: true } } as const;
  return checkConfig({ type: name, version: 0, description: '', attributes }, { [name]: toAuthor(value) });
}

function named({ parameters, variadic }: AnyFunction, values: readonly Value[]): Record<string, unknown> {
  const args = values.map(toAuthor);
  return {
    ...Object.fromEntries(parameters.map(({ name }, index) => [name, args[index]])),
    ...(variadic ? { [variadic.name]: args.slice(parameters.length) } : {}),
  };
}

/** The engine shows one text for one argument: that of the first error, and of all others about the same argument. */
function refusal(called: AnyFunction, errors: readonly Diagnostic[]): FunctionAnswer {
  const argument = argumentOf(called, errors[0]?.path ?? []);
  const text = errors
    .filter(({ path }) => argumentOf(called, path) === argument)
    .map(({ summary, detail }) => `${summary} ${detail}`)
    .join('\n');
  // The engine ends the sentence.
  return { error: text.replace(/\.$/, ''), ...(argument === undefined ? {} : { argument }) };
}

function argumentOf(called: AnyFunction, [name, place]: readonly PathStep[]): number | undefined {
  const { parameters, variadic } = called;
  if (variadic && variadic.name === name) return parameters.length + Number(place ?? 0);
  const index = parameters.findIndex((parameter) => parameter.name === name);
  return index === -1 ? undefined : index;
}
