import { present, isObject } from '../checks/json';
import { type Reader, type Checked, type Members, check } from '../checks/reader';
import type { JournalFilter } from '../journal/journal';
import { OPERATIONS } from '../requests/parts';
import { refusedDocument } from './control-error';
import { IDENTIFIER, IDENTIFIER_FORM } from '../service/identifiers';
import { hasBody } from '../faults/apply-fault';
import type { FaultEffect, FaultMatch, FaultRule, Moment } from '../faults/faults';

/** Longer texts are not close to any name, and comparing them would take long. */
const LONGEST_COMPARED = 100;

/** The name of an operation of the service; an unknown one is refused with the nearest known name. */
function readOperationName(reader: Reader | undefined): string | undefined {
  const name = reader?.string();
  if (name === undefined) return undefined;
  const names = OPERATIONS.map((operation) => operation.name);
  if (names.includes(name)) return name;
  const nearest = nearestName(name.slice(0, LONGEST_COMPARED), names);
  return reader?.refuse(`there is no such operation; the nearest is ${nearest}`);
}

/**
 * Reads the query of the journal, with the members of a filter; `status=none` matches requests without an answer.
 *
 * @throws ControlError
 */
export function readJournalFilter(query: Readonly<Record<string, string>>): JournalFilter {
  const read = check(query, (reader): JournalFilter | undefined => {
    const members = reader.members(['operation', 'zoneId', 'method', 'status', 'since']);
    if (members === undefined) return undefined;
    const operation = readOperationName(members.optional('operation'));
    const zoneId = members.optional('zoneId')?.string();
    const method = members.optional('method')?.string()?.toUpperCase();
    const sent = members.optional('status');
    const status = sent?.value === 'none' ? null : readDigits(sent);
    const since = readDigits(members.optional('since'));
    return present({ operation, zoneId, method, status, since });
  });
  if (!read.ok) throw refusedDocument('The journal cannot be queried like this:', read.problems);
  return read.value;
}

function readDigits(reader: Reader | undefined): number | undefined {
  const digits = reader?.matching(/^\d{1,15}$/, 'a whole number');
  return digits === undefined ? undefined : Number(digits);
}

/** The name that is the fewest edits away from the text; among equals, the first. */
function nearestName(text: string, names: readonly string[]): string | undefined {
  let nearest: { readonly name: string; readonly edits: number } | undefined;
  for (const name of names) {
    const edits = editsBetween(text, name);
    if (nearest === undefined || edits < nearest.edits) nearest = { name, edits };
  }
  return nearest?.name;
}

/** How many characters to insert, delete or replace (Levenshtein). */
function editsBetween(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, mark] of [...one].entries()) {
    const line = [row + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (mark === other[column - 1] ? 0 : 1);
      line.push(Math.min(replaced, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}

/** Members that the list of rules shows in addition; sending them back resets the counts. */
const COUNTS = ['matched', 'struck'] as const;

/** Reads an array of fault rules, as the control API takes it. */
export function readFaultRules(document: unknown): Checked<readonly FaultRule[]> {
  return check(document, (reader) => reader.items()?.flatMap((item) => readFaultRule(item) ?? []));
}

function readFaultRule(reader: Reader): FaultRule | undefined {
  const members = reader.members(['match', 'nth', 'times', 'probability', 'delayMs', 'effect', ...COUNTS]);
  if (members === undefined) return undefined;
  const match = readMatch(members.optional('match'));
  const nth = members.optional('nth')?.count();
  const times = members.optional('times')?.count();
  const probability = readProbability(members.optional('probability'));
  const delayMs = members.optional('delayMs')?.count();
  for (const count of COUNTS) members.optional(count)?.count();
  const sent = members.optional('effect');
  const effect = sent && readFaultEffect(sent);
  return present({ match, nth, times, probability, delayMs, effect });
}

function readMatch(reader: Reader | undefined): FaultMatch | undefined {
  const members = reader?.members(['operation', 'method', 'pathPrefix', 'zoneId']);
  if (members === undefined) return undefined;
  const operation = readOperationName(members.optional('operation'));
  const method = members.optional('method')?.string()?.toUpperCase();
  const pathPrefix = members.optional('pathPrefix')?.string();
  const zoneId = members.optional('zoneId')?.matching(IDENTIFIER, IDENTIFIER_FORM);
  return present({ operation, method, pathPrefix, zoneId });
}

function readProbability(reader: Reader | undefined): number | undefined {
  if (reader === undefined) return undefined;
  const { value } = reader;
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  return reader.refuse('it must be a number from 0 to 1');
}

const MOMENTS: readonly Moment[] = ['before-write', 'after-write'];

const EFFECT_MEMBERS = {
  answer: ['kind', 'status', 'headers', 'body', 'moment'],
  'rate-limit': ['kind', 'retryAfterSeconds'],
  'html-page': ['kind', 'status'],
  'malformed-json': ['kind'],
  'truncated-body': ['kind'],
  cut: ['kind', 'moment'],
  message: ['kind', 'message', 'code'],
  none: ['kind'],
} as const satisfies Record<FaultEffect['kind'], readonly string[]>;

type EffectMember = (typeof EFFECT_MEMBERS)[FaultEffect['kind']][number];

/** Reads the effect of a fault rule, with only the members of its kind. */
function readFaultEffect(reader: Reader): FaultEffect | undefined {
  const kinds = Object.keys(EFFECT_MEMBERS) as FaultEffect['kind'][];
  if (!isObject(reader.value)) {
    reader.members([]);
    return undefined;
  }
  const kind = reader.member('kind').oneOf(kinds);
  if (kind === undefined) return undefined;
  const allowed: readonly EffectMember[] = EFFECT_MEMBERS[kind];
  const members = reader.members(allowed);
  return members && readEffectOf(kind, members);
}

function readEffectOf(kind: FaultEffect['kind'], members: Members<EffectMember>): FaultEffect | undefined {
  switch (kind) {
    case 'answer': {
      const status = readStatus(members.required('status'));
      const headers = readHeaders(members.optional('headers'));
      const body: unknown = members.optional('body')?.value;
      const moment = members.optional('moment')?.oneOf(MOMENTS);
      if (status === undefined) return undefined;
      return { kind, status, ...(headers && { headers }), body, ...(moment && { moment }) };
    }
    case 'rate-limit': {
      const retryAfterSeconds = members.optional('retryAfterSeconds')?.count();
      return { kind, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
    }
    case 'html-page': {
      const status = readStatusWithBody(members.optional('status'));
      return { kind, ...(status !== undefined && { status }) };
    }
    case 'cut': {
      const moment = members.required('moment')?.oneOf(MOMENTS);
      return moment && { kind, moment };
    }
    case 'message': {
      const message = members.required('message')?.string();
      const code = members.optional('code')?.count();
      return message === undefined ? undefined : { kind, message, ...(code !== undefined && { code }) };
    }
    case 'malformed-json':
    case 'truncated-body':
    case 'none':
      return { kind };
  }
}

function readStatus(reader: Reader | undefined): number | undefined {
  const status = reader?.count();
  if (status === undefined || (status >= 200 && status <= 599)) return status;
  return reader?.refuse('it must be a status from 200 to 599');
}

function readStatusWithBody(reader: Reader | undefined): number | undefined {
  const status = readStatus(reader);
  if (status === undefined || hasBody(status)) return status;
  return reader?.refuse('an answer of this status has no page');
}

/** Headers that frame the body, which the emulator sets itself. */
const FRAMING_HEADERS: readonly string[] = ['content-length', 'transfer-encoding', 'trailer', 'connection'];

function readHeaders(reader: Reader | undefined): Record<string, string> | undefined {
  if (reader === undefined) return undefined;
  const sent = reader.value;
  const texts = typeof sent === 'object' && sent !== null ? Object.values(sent) : [undefined];
  if (Array.isArray(sent) || texts.some((text) => typeof text !== 'string'))
    return reader.refuse('it must be an object of header names and values');
  try {
    const headers = Object.fromEntries(new Headers(sent as Record<string, string>));
    const framing = FRAMING_HEADERS.find((name) => name in headers);
    return framing === undefined
      ? headers
      : reader.refuse(`${framing} is set from the body and cannot be given`);
  } catch {
    return reader.refuse('it must be an object of header names and values');
  }
}
