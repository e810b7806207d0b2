import { depthOf } from '../../emulator/checks/json';

/** Deeper than any document of the engine, the CDK or this command. What follows JSON calls itself for each level. */
const DEEPEST = 500;

/** That a JSON is nested deeper than it can be read. */
export class DeepJsonError extends SyntaxError {
  override readonly name = 'DeepJsonError';

  constructor() {
    super(`the JSON is nested more than ${DEEPEST} levels deep`);
  }
}

/** The value of a JSON text. @throws SyntaxError if it is none, DeepJsonError if it is nested too deeply */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (depthOf(text) > DEEPEST) throw new DeepJsonError();
  return value;
}

/** A value of a JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

export type JsonObject = Readonly<Record<string, Json>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member of an object; undefined for anything that is not an object or has no such member. */
export function member(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The member of an object if it is a text; otherwise null. */
export function textOf(value: Json | undefined, name: string): string | null {
  const found = member(value, name);
  return typeof found === 'string' ? found : null;
}

/** The elements of a list; empty for anything that is not a list. */
export function listIn(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** The texts of a list; empty for anything that is not a list. */
export function textsIn(value: Json | undefined): readonly string[] {
  return listIn(value).filter((each) => typeof each === 'string');
}
