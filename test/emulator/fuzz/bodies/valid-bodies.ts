import type { ServiceOperation } from '../../../../emulator/service/operation';
import type { Documents } from '../documents';
import { scopeOf } from '../documents';
import { logpushBodies } from './logpush-bodies';
import { previousWafBodies } from './previous-waf-bodies';
import { rulesetBodies } from './ruleset-bodies';
import { zoneBodies } from './zone-bodies';

/** Bodies that the operation takes with what there is, or would in another state of it. */
export function validBodies(
  { name, method, body }: ServiceOperation,
  documents: Documents,
  parts: Readonly<Record<string, string>>,
  now: number,
): readonly unknown[] {
  if (body === 'none') return [];
  const scope = scopeOf(documents, parts);
  if (name.startsWith('rulesets.')) return rulesetBodies(name, scope, parts);
  if (name.startsWith('logpush.')) return logpushBodies(name, scope, parts, now);
  if (name.startsWith('zones.')) return zoneBodies(name);
  return previousWafBodies(name, method, documents.zone);
}
