import { present } from '../checks/present';
import type { Checked } from '../checks/problem';
import type { Reader } from '../checks/reader';
import { check } from '../checks/reader';
import { IDENTIFIER, IDENTIFIER_FORM } from '../determinism/identifiers';
import { readOperationName } from '../read-operation-name';
import type { FaultMatch, FaultRule } from './fault-rule';
import { readFaultEffect } from './read-fault-effect';

/** What a list of rules in force tells besides. Whoever sends it back begins to count anew. */
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
