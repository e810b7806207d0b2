import { isObject } from '../checks/json-object';
import type { Members, Reader } from '../checks/reader';
import type { FaultEffect, Moment } from './fault-rule';
import { hasBody } from './status-with-body';

const MOMENTS: readonly Moment[] = ['before-write', 'after-write'];

/** The greatest `writes` of a stale read: so many states of a zone are kept. */
const MAX_STALE_WRITES = 100;

const EFFECT_MEMBERS = {
  answer: ['kind', 'status', 'headers', 'body', 'moment'],
  'rate-limit': ['kind', 'retryAfterSeconds'],
  'counting-rate-limit': ['kind', 'requests', 'windowSeconds'],
  'stale-read': ['kind', 'writes'],
  'html-page': ['kind', 'status'],
  'malformed-json': ['kind'],
  'truncated-body': ['kind'],
  cut: ['kind', 'moment'],
  none: ['kind'],
} as const satisfies Record<FaultEffect['kind'], readonly string[]>;

type EffectMember = (typeof EFFECT_MEMBERS)[FaultEffect['kind']][number];

/** Reads what a fault rule does, with no other members than its kind has. */
export function readFaultEffect(reader: Reader): FaultEffect | undefined {
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
    case 'counting-rate-limit': {
      const requests = members.optional('requests')?.count();
      const windowSeconds = readFromOne(members.optional('windowSeconds'));
      return {
        kind,
        ...(requests !== undefined && { requests }),
        ...(windowSeconds !== undefined && { windowSeconds }),
      };
    }
    case 'stale-read': {
      const writes = readFromOne(members.optional('writes'), MAX_STALE_WRITES);
      return { kind, ...(writes !== undefined && { writes }) };
    }
    case 'html-page': {
      const status = readStatusWithBody(members.optional('status'));
      return { kind, ...(status !== undefined && { status }) };
    }
    case 'cut': {
      const moment = members.required('moment')?.oneOf(MOMENTS);
      return moment && { kind, moment };
    }
    case 'malformed-json':
    case 'truncated-body':
    case 'none':
      return { kind };
  }
}

function readFromOne(reader: Reader | undefined, most: number = Infinity): number | undefined {
  const count = reader?.count();
  if (count === undefined || (count >= 1 && count <= most)) return count;
  return reader?.refuse(most === Infinity ? 'it must be at least 1' : `it must be from 1 to ${most}`);
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

/** They say how the body is framed, which the emulator does itself. */
const FRAMING_HEADERS: readonly string[] = ['content-length', 'transfer-encoding', 'trailer', 'connection'];

function readHeaders(reader: Reader | undefined): Record<string, string> | undefined {
  if (reader === undefined) return undefined;
  const sent = reader.value;
  const texts = typeof sent === 'object' && sent !== null ? Object.values(sent) : [undefined];
  if (Array.isArray(sent) || texts.some((text) => typeof text !== 'string'))
    return reader.refuse('it must be an object of header names and texts');
  try {
    const headers = Object.fromEntries(new Headers(sent as Record<string, string>));
    const framing = FRAMING_HEADERS.find((name) => name in headers);
    return framing === undefined
      ? headers
      : reader.refuse(`${framing} follows from the body and cannot be given`);
  } catch {
    return reader.refuse('it must be an object of header names and texts');
  }
}
