import type { Model } from '../running-emulator';
import type { Arguments } from '../sdk/call';
import type { Hints } from './generate';
import type { JsonSchema, PublishedSchema } from './sdk-schema';

/** What a call returned; the first item of a list. */
export type Result = Readonly<Record<string, unknown>>;

/** A call whose arguments follow from what another one returned. */
interface Following {
  readonly method: string;
  readonly gives: (result: Result) => Arguments;
}

/** Creates what the calls of an operation need, and adds what they must name to their arguments. */
export interface Preparation extends Following {
  readonly with: Arguments;
  /** Undo it after the last call. */
  readonly undo: readonly Following[];
}

/** A method with a body, and how its bodies are made. */
export interface BodyOperation extends Hints {
  readonly method: string;
  /** Distinguishes it from others of the method. */
  readonly title?: string;
  /** Arguments that stay as they are. */
  readonly given: Arguments;
  /** Members that this model does not have. */
  readonly neverIn?: Partial<Record<Model, RegExp>>;
  /** The schema of the arguments, where it is not what the SDK has for the method. */
  readonly params?: (schema: PublishedSchema, published: JsonSchema) => JsonSchema;
  readonly prepare?: Preparation;
  /** Undo a call that was accepted. */
  readonly undo?: readonly Following[];
}

/** The `id` of a result as this argument. */
export function idAs(name: string): Following['gives'] {
  return ({ id }) => ({ [name]: id });
}

/** Deletes what a call made, by its `id` as this argument. */
export function deletion(method: string, argument: string): Following {
  return { method, gives: idAs(argument) };
}
