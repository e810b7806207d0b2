import { createHash, scryptSync } from 'node:crypto';
import { canonicalJson } from '../../schema';
import { equivalentRules, type EquivalentRule } from './equivalent-rules';
import { LOSSES, zoneIdOf } from './migrating-zones';

/** What is approved, as the provider computes it, made here a second time. */
export interface Approved {
  readonly step: 'validation' | 'finished';
  /** `none` while the service generates none. @default those of a full previous configuration */
  readonly rules?: readonly EquivalentRule[] | 'none';
  /** Ids of overrides, each a digit 32 times, as `uriOverride` makes them. @default none */
  readonly overrides?: string;
}

/** The approval of a step of the zone with this name, which loses what a full previous configuration loses. */
export function approvalOf(
  name: string,
  { step, rules = equivalentRules(), overrides = '' }: Approved,
): string {
  const zone = zoneIdOf(name);
  const lost = LOSSES.map(({ kind, id }) => JSON.stringify([kind, id, 'off'])).sort();
  const parts = [
    ...['v1', step, zone],
    rules === 'none' ? rules : slow(canonicalJson(rules), `${step}/${zone}`),
    quick(lost.join('\n')),
    [...overrides].map(digestOfOverride).sort().join(',') || 'none',
  ];
  return parts.join('/');
}

function slow(text: string, of: string): string {
  const cost = { N: 2 ** 14, r: 8, p: 1 };
  return scryptSync(text, `zonewright/approval/v1/${of}`, 16, cost).toString('hex');
}

/** An override as the service returns it, its members in order. */
function digestOfOverride(digit: string): string {
  const id = digit.repeat(32);
  const body = JSON.stringify({
    ...{ description: `upload ${digit}`, groups: {}, id, paused: false, priority: 0 },
    ...{ rewrite_action: {}, rules: { '100016': 'simulate' }, urls: [`example.com/upload-${digit}*`] },
  });
  return quick(`${id}\n${body}`);
}

function quick(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
