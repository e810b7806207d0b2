import type { ZoneDocument } from '../../../../emulator';
import type { ServiceOperation } from '../../../../emulator/service/operation';
import { logpushBodies } from './logpush-bodies';
import { previousWafBodies } from './previous-waf-bodies';
import { rulesetBodies } from './ruleset-bodies';

/** Bodies that the operation takes on a zone that is so, or would in another state of it. */
export function validBodies(
  { name, method, body }: ServiceOperation,
  zone: ZoneDocument,
  parts: Readonly<Record<string, string>>,
  now: number,
): readonly unknown[] {
  if (body === 'none') return [];
  if (name.startsWith('rulesets.')) return rulesetBodies(name, zone, parts);
  if (name.startsWith('logpush.')) return logpushBodies(name, zone, now);
  return previousWafBodies(name, method, zone);
}
