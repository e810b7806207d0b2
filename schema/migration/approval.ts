import type { Problem } from '../description/problem';
import { isKnown } from '../description/value';
import { TARGET_STATES, type TargetState } from './migration-state';

/**
 * What a person approves of a migration, as one text: `v1/STEP/ZONE_ID/RULES/LOSSES/OVERRIDES`. It fits one step of one
 * zone as it was when it was approved, and nothing else.
 */
export interface Approval {
  readonly step: TargetState;
  /** 32 hexadecimal digits. */
  readonly zoneId: string;
  /** The digest of the rules that the step saves; `none` while the service generates none. */
  readonly rules: string;
  /** The digest of the rules that these replace, or `none`. Written behind the former, if there are any. */
  readonly replaced: string;
  /** The digest of the settings that the step loses; `none`, or `unknown` where they cannot be read. */
  readonly losses: string;
  /** A digest of each URI-based override that the step deletes. */
  readonly overrides: readonly string[];
}

const DIGEST = '[0-9a-f]{32}';
const FORM = new RegExp(
  `^v1/(${TARGET_STATES.join('|')})/([0-9a-f]{32})/(none|${DIGEST})(?:(?<!none)\\+(${DIGEST}))?/(none|unknown|${DIGEST})/(none|${DIGEST}(?:,${DIGEST})*)$`,
);

export function formatApproval({ step, zoneId, rules, replaced, losses, overrides }: Approval): string {
  const deleted = overrides.length === 0 ? 'none' : [...overrides].sort().join(',');
  const all = replaced === 'none' ? rules : `${rules}+${replaced}`;
  return ['v1', step, zoneId, all, losses, deleted].join('/');
}

/** Undefined for any other text. */
export function parseApproval(text: string): Approval | undefined {
  const [, step, zoneId, rules, replaced = 'none', losses, overrides] = FORM.exec(text) ?? [];
  if (step === undefined) return undefined;
  return {
    step: step as TargetState,
    zoneId: String(zoneId),
    rules: String(rules),
    replaced,
    losses: String(losses),
    overrides: overrides === 'none' ? [] : String(overrides).split(','),
  };
}

/**
 * The parts of an approval that are not of what has to be approved. Overrides that are gone do not count, nor replaced
 * rules that are all gone: an apply that was cut off goes on with the same approval.
 */
export function misfits(given: Approval, needed: Approval): readonly (keyof Approval)[] {
  const fits = {
    step: given.step === needed.step,
    zoneId: given.zoneId === needed.zoneId,
    rules: given.rules === needed.rules,
    replaced: needed.replaced === 'none' || given.replaced === needed.replaced,
    losses: given.losses === needed.losses,
    overrides: needed.overrides.every((each) => given.overrides.includes(each)),
  };
  const misfit = (Object.keys(fits) as (keyof Approval)[]).filter((part) => !fits[part]);
  // The digests of rules are of a step of a zone.
  const isOther = !fits.step || !fits.zoneId;
  return isOther ? misfit.filter((part) => part !== 'rules' && part !== 'replaced') : misfit;
}

/** Checks the form of an approval. */
export function approvalForm(value: string): readonly Problem[] {
  if (parseApproval(value)) return [];
  return [
    {
      code: 'approval_malformed',
      path: [],
      message: `${JSON.stringify(value)} is not an approval.`,
      hint:
        'It has the form v1/STEP/ZONE_ID/RULES/LOSSES/OVERRIDES. Let zonewright migration approve write it, or copy it from ' +
        'the error of a plan.',
    },
  ];
}

/** Checks that an approval is of the zone that is declared. */
export function approvalOfZone(config: Readonly<Record<string, unknown>>): readonly Problem[] {
  const { approved_digest: text, zone_id: zoneId } = config;
  const approval = isKnown(text) ? parseApproval(String(text)) : undefined;
  if (!approval || !isKnown(zoneId) || approval.zoneId === zoneId) return [];
  return [
    {
      code: 'approval_of_another_zone',
      path: ['approved_digest'],
      message: `approved_digest approves zone ${approval.zoneId}, and this is the migration of zone ${String(zoneId)}.`,
      hint: 'Each zone has an approval of its own: take the row of this zone.',
    },
  ];
}
