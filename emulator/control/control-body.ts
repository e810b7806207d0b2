import type { Context } from 'hono';
import { depthOf, MAX_JSON_DEPTH } from '../checks/json';
import { readBody } from '../http/read-body';
import { ControlError } from './control-error';

/** The largest seed or snapshot, in bytes. */
const MAX_DOCUMENT_BYTES = 64 * 1_048_576;

export type ControlContext = Context<{ Bindings: { readonly peer: string | undefined } }>;

/** The answer to a control request without a result. */
export function done(context: ControlContext): Response {
  return context.json({ done: true });
}

/** The text of the body. @throws ControlError if it cannot be read */
export async function bodyText(context: ControlContext): Promise<string> {
  const body = await readBody(context.req.raw, MAX_DOCUMENT_BYTES);
  switch (body.kind) {
    case 'text':
      return body.text;
    case 'none':
      return '';
    case 'too large':
      throw new ControlError(`The body is larger than ${MAX_DOCUMENT_BYTES} bytes.`);
    case 'unreadable':
      throw new ControlError('The body is not UTF-8 text.');
  }
}

/** The JSON document of the body. @throws ControlError if it is not JSON */
export async function bodyJson(context: ControlContext): Promise<unknown> {
  const text = await bodyText(context);
  if (depthOf(text) > MAX_JSON_DEPTH)
    throw new ControlError(`The body has more than ${MAX_JSON_DEPTH} levels of nesting.`);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new ControlError(`The body is not JSON: ${(error as Error).message}`);
  }
}
