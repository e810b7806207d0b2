import { isNestedDeeper, isRecord, type JsonObject } from '../../../schema/description/value';
import { MAX_MESSAGE, MAX_MESSAGES, MAX_JSON_DEPTH } from './size-limits';
import { createRedactor, type Redactor } from './redaction';
import { cut, describe } from './seen';
import { wellFormed } from '../../sdk/text';
import type { Parsed } from './parsed';

/** An item of `errors` or `messages`. The specification shows no fields; the service sends these. */
export interface ServiceMessage {
  readonly code?: number;
  /** Without secrets; of a long one, the beginning. */
  readonly message: string;
  /** JSON pointer into the request's body. */
  readonly pointer?: string;
}

/**
 * The envelope of an answer (docs/internals/service.md 2.1). `result` is not checked yet; `resultInfo` has the members for
 * paging.
 */
export interface Envelope {
  readonly success: boolean;
  readonly result: unknown;
  /** The first of them, as `messages`. */
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

/**
 * Reads the envelope of docs/internals/service.md 2.1, or says what was seen instead.
 *
 * @param redactor removes secrets before a text is cut: an excerpt could show half of one.
 */
export function parseEnvelope(text: string, redactor: Redactor = createRedactor([])): Envelope | string {
  if (text.trim() === '') return 'an empty body';
  if (/^\s*</.test(text)) return describePage(redactor.text(text));
  const decoded = decodeJson(text);
  if ('fault' in decoded) return `${decoded.fault}: ${describe(redactor.text(text))}`;
  const { value } = decoded;
  const seen = (what: unknown): string => describe(redactor.value(what, MAX_MESSAGE));
  if (!isRecord(value)) return Array.isArray(value) ? describe(value) : seen(value);
  const { success } = value;
  if (typeof success !== 'boolean')
    return 'success' in value ? `success as ${seen(success)}` : `${seen(value)}, without success`;
  if (success && !('result' in value)) return `${seen(value)}, without result`;
  const errors = readMessages(value['errors'], redactor);
  if (success && errors.length > 0)
    return `success as true together with the error ${describe(errors[0]?.message)}`;
  return {
    success,
    result: value['result'] ?? null,
    errors,
    messages: readMessages(value['messages'], redactor),
    resultInfo: isRecord(value['result_info']) ? value['result_info'] : {},
  };
}

/** Lenient on purpose: a failure must be reported even when its details have an unexpected form. */
function readMessages(value: unknown, redactor: Redactor): readonly ServiceMessage[] {
  if (!Array.isArray(value)) return [];
  return value
    .slice(0, MAX_MESSAGES)
    .flatMap((item) => readMessage(item, redactor))
    .slice(0, MAX_MESSAGES);
}

function readMessage(item: unknown, redactor: Redactor): readonly ServiceMessage[] {
  const said = (value: unknown): string =>
    typeof value === 'string'
      ? cut(redactor.text(value), MAX_MESSAGE)
      : describe(redactor.value(value, MAX_MESSAGE));
  // Old operations send plain strings.
  if (!isRecord(item)) return [{ message: said(item) }];
  const code = typeof item['code'] === 'string' ? Number(item['code']) : item['code'];
  const source = item['source'];
  const pointer = isRecord(source) ? source['pointer'] : undefined;
  const message: ServiceMessage = {
    ...(Number.isSafeInteger(code) ? { code: code as number } : {}),
    message: said(item['message']),
    ...(typeof pointer === 'string' && pointer !== '' ? { pointer: said(pointer) } : {}),
  };
  return [message, ...readMessages(item['error_chain'], redactor)];
}

function describePage(text: string): string {
  const title = /<title[^<>]*>([^<]{1,300})/i.exec(text)?.[1];
  return title === undefined ? 'an HTML page' : `an HTML page titled ${JSON.stringify(title.trim())}`;
}

/**
 * Reads JSON that others wrote. Half of a surrogate pair, which JSON can write and UTF-8 cannot, becomes U+FFFD, so
 * that every text can be stored and sent on.
 */
function decodeJson(text: string): Parsed<unknown> {
  // Before it is parsed: a long row of brackets takes a hundred times its size in memory.
  if (isNestedDeeper(text, MAX_JSON_DEPTH)) return { fault: `JSON of more than ${MAX_JSON_DEPTH} levels` };
  try {
    const value: unknown = JSON.parse(text);
    // Only an escape can write one: decoded UTF-8 has none.
    return { value: /\\u[dD][89a-fA-F]/.test(text) ? wellFormedValue(value) : value };
  } catch {
    return { fault: 'text that is not JSON' };
  }
}

function wellFormedValue(value: unknown): unknown {
  if (typeof value === 'string') return wellFormed(value);
  if (Array.isArray(value)) return value.map(wellFormedValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [wellFormed(name), wellFormedValue(member)]),
  );
}
