import type { Checked } from '../checks/problem';
import type { Members, Reader } from '../checks/reader';
import { check } from '../checks/reader';
import type { FaultEffect, FaultMatch, FaultRule, Moment } from './fault-rule';

const MOMENTS: readonly Moment[] = ['before-write', 'after-write'];

const EFFECT_MEMBERS = {
  answer: ['kind', 'status', 'headers', 'body', 'moment'],
  'rate-limit': ['kind', 'retryAfterSeconds'],
  'html-page': ['kind', 'status'],
  'malformed-json': ['kind'],
  'truncated-body': ['kind'],
  cut: ['kind', 'moment'],
  none: ['kind'],
} as const satisfies Record<FaultEffect['kind'], readonly string[]>;

type EffectMember = 'kind' | 'status' | 'headers' | 'body' | 'moment' | 'retryAfterSeconds';

/** Reads an array of fault rules, as the control API takes it. */
export function readFaultRules(document: unknown): Checked<readonly FaultRule[]> {
  return check(document, (reader) => reader.items()?.flatMap((item) => readFaultRule(item) ?? []));
}

function readFaultRule(reader: Reader): FaultRule | undefined {
  const members = reader.members(['match', 'nth', 'times', 'delayMs', 'effect']);
  if (members === undefined) return undefined;
  const match = readMatch(members.optional('match'));
  const nth = members.optional('nth')?.count();
  const times = members.optional('times')?.count();
  const delayMs = members.optional('delayMs')?.count();
  const sent = members.optional('effect');
  const effect = sent && readEffect(sent);
  return {
    ...(match && { match }),
    ...(nth !== undefined && { nth }),
    ...(times !== undefined && { times }),
    ...(delayMs !== undefined && { delayMs }),
    ...(effect && { effect }),
  };
}

function readMatch(reader: Reader | undefined): FaultMatch | undefined {
  const members = reader?.members(['operation', 'method', 'pathPrefix']);
  if (members === undefined) return undefined;
  const operation = members.optional('operation')?.string();
  const method = members.optional('method')?.string()?.toUpperCase();
  const pathPrefix = members.optional('pathPrefix')?.string();
  return {
    ...(operation !== undefined && { operation }),
    ...(method !== undefined && { method }),
    ...(pathPrefix !== undefined && { pathPrefix }),
  };
}

function readEffect(reader: Reader): FaultEffect | undefined {
  const kinds = Object.keys(EFFECT_MEMBERS) as FaultEffect['kind'][];
  const value: unknown = reader.value;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject) {
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
      const status = readStatus(members.optional('status'));
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

function readStatus(reader: Reader | undefined): number | undefined {
  const status = reader?.count();
  if (status === undefined || (status >= 200 && status <= 599)) return status;
  return reader?.refuse('it must be a status from 200 to 599');
}

function readHeaders(reader: Reader | undefined): Record<string, string> | undefined {
  if (reader === undefined) return undefined;
  try {
    return Object.fromEntries(new Headers(reader.value as Record<string, string>));
  } catch {
    return reader.refuse('it must be an object of header names and values');
  }
}
