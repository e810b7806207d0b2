import { isJsonObject } from './json';
import type { JsonObject } from './json';
import { describe } from './seen';

/** An item of `errors` or `messages`. The specification shows no fields; the service sends these. */
export interface ServiceMessage {
  readonly code?: number;
  readonly message: string;
  /** JSON pointer into the request's body. */
  readonly pointer?: string;
}

/** Spec 2.1. `result` has not been looked at; `resultInfo` has the members of paging. */
export interface Envelope {
  readonly success: boolean;
  readonly result: unknown;
  readonly errors: readonly ServiceMessage[];
  readonly messages: readonly ServiceMessage[];
  readonly resultInfo: JsonObject;
}

export const EMPTY_ENVELOPE: Envelope = {
  success: true,
  result: null,
  errors: [],
  messages: [],
  resultInfo: {},
};

/** Reads the envelope of spec 2.1, or says what was seen in its place. */
export function parseEnvelope(text: string): Envelope | string {
  if (text.trim() === '') return 'an empty body';
  if (/^\s*</.test(text)) return describePage(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return `text that is not JSON: ${describe(text)}`;
  }
  if (!isJsonObject(value)) return describe(value);
  if (typeof value['success'] !== 'boolean') {
    return 'success' in value
      ? `success as ${describe(value['success'])}`
      : `${describe(value)}, without success`;
  }
  return {
    success: value['success'],
    result: value['result'] ?? null,
    errors: readMessages(value['errors']),
    messages: readMessages(value['messages']),
    resultInfo: isJsonObject(value['result_info']) ? value['result_info'] : {},
  };
}

/** Lenient on purpose: a failure must be reported even when its details have an unexpected form. */
function readMessages(value: unknown): readonly ServiceMessage[] {
  return Array.isArray(value) ? value.flatMap(readMessage) : [];
}

function readMessage(item: unknown): readonly ServiceMessage[] {
  // Old operations send plain strings.
  if (!isJsonObject(item)) return [{ message: typeof item === 'string' ? item : describe(item) }];
  const code = typeof item['code'] === 'string' ? Number(item['code']) : item['code'];
  const source = item['source'];
  const pointer = isJsonObject(source) ? source['pointer'] : undefined;
  const message: ServiceMessage = {
    ...(Number.isInteger(code) ? { code: code as number } : {}),
    message: typeof item['message'] === 'string' ? item['message'] : describe(item['message']),
    ...(typeof pointer === 'string' && pointer !== '' ? { pointer } : {}),
  };
  return [message, ...readMessages(item['error_chain'])];
}

function describePage(text: string): string {
  const title = /<title[^>]*>([^<]{1,300})/i.exec(text)?.[1];
  return title === undefined ? 'an HTML page' : `an HTML page titled ${JSON.stringify(title.trim())}`;
}
