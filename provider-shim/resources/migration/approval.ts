import { createHash, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import {
  formatApproval,
  isAhead,
  misfits,
  parseApproval,
  type Approval,
  type JsonObject,
  type Problem,
  type TargetState,
} from '../../../schema';
import type { UriOverride } from '../../api';
import { listed } from '../messages';
import { replacedRules } from './changes';
import { listedOverride, overrideInWords, type Losses } from './previous-waf';
import { ruleInWords, sorted, textOf, type SavedRule } from './rules';
import type { Inputs, Transition } from './state';
import { statusSentence } from './status';

/**
 * The step of a transition that may need an approval: one that deletes overrides, begins validation or finishes.
 * Undefined for one that takes over, waits, skips, or saves adjustments.
 */
export function stepToApprove(
  { target }: Pick<Inputs, 'target'>,
  { status, base }: Pick<Transition, 'status' | 'base'>,
): TargetState | undefined {
  return base.skippedBecause.length === 0 && isAhead(target, status.state) ? target : undefined;
}

/** Whether a step is compared with an approval: one is given, or required. */
export function comparesApproval({ approved }: Pick<Inputs, 'approved'>, requiresApproval: boolean): boolean {
  return approved !== null || requiresApproval;
}

/** Whether finishing lacks the word of a person who approves nothing. */
export function isUnacknowledged(
  { target, acknowledged, approved }: Inputs,
  requiresApproval: boolean,
): boolean {
  return target === 'finished' && !acknowledged && !comparesApproval({ approved }, requiresApproval);
}

/** What has to be approved for a step as the zone is now. */
export async function approvalOf(
  { zoneId, target }: Pick<Inputs, 'zoneId' | 'target'>,
  transition: Transition,
  losses: Losses,
): Promise<Approval> {
  const { base } = transition;
  const replaced = replacedRules(transition);
  return {
    step: target,
    zoneId,
    rules: base.deletesOnly ? 'none' : await slowDigest(target, zoneId, textOfSent(transition)),
    replaced: replaced.length === 0 ? 'none' : await slowDigest(target, zoneId, textOf(replaced)),
    losses: digestOfLosses(losses),
    overrides: base.deletions.map(digestOfOverride),
  };
}

/** The rules as they are sent, without what the service numbers. */
function textOfSent({ rules }: Transition): string {
  const sent = rules.map((rule) => {
    const { id: _id, ref: _ref, version: _version, last_updated: _time, ...meaning } = rule as JsonObject;
    return sorted(meaning);
  });
  return JSON.stringify(sent);
}

/**
 * Rules hold addresses and tokens, and an approval is public: to guess one costs 50 ms and 16 MiB for each try. The
 * step and the zone's id are in it, so that another step is not approved by another word in the text.
 */
async function slowDigest(step: TargetState, zoneId: string, text: string): Promise<string> {
  const digest = await slow(text, `zonewright/approval/v1/${step}/${zoneId}`, 16);
  return digest.toString('hex');
}

const slow = promisify<string, string, number, Buffer>((text, salt, length, done) =>
  scrypt(text, salt, length, { N: 2 ** 14, r: 8, p: 1 }, done),
);

function digestOfLosses({ known, unknownBecause }: Losses): string {
  if (unknownBecause !== null) return 'unknown';
  const lost = known.map(({ kind, id, mode }) => JSON.stringify([kind, id, mode])).sort();
  return lost.length === 0 ? 'none' : quickDigest(lost.join('\n'));
}

/** Nobody can guess the id of an override, so nobody can guess the rest of it. */
function digestOfOverride(override: UriOverride): string {
  return quickDigest(`${override.id}\n${listedOverride(override).body}`);
}

function quickDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** What an approval is compared with. */
export interface ToApprove {
  /** As `zoneInMessages` has it. */
  readonly zone: string;
  readonly zoneName: string | null;
  readonly inputs: Inputs;
  readonly transition: Transition;
  readonly losses: Losses;
}

/**
 * Compares the approval that is given with what the step does now.
 *
 * @returns the refusal; undefined when it matches
 */
export async function refusalOfApproval(step: ToApprove): Promise<Problem | undefined> {
  const { zone, zoneName, inputs, transition } = step;
  const needed = await approvalOf(inputs, transition, step.losses);
  const given = inputs.approved === null ? undefined : parseApproval(inputs.approved);
  const differences = given ? differencesOf(given, needed, step) : [];
  if (given && differences.length === 0) return undefined;
  const row = { zone: inputs.zoneId, name: zoneName ?? '', approved_digest: formatApproval(needed) };
  return {
    code: given ? 'approval_does_not_match' : 'approval_missing',
    path: ['approved_digest'],
    message: given
      ? `The approval of zone ${zone} is not of what this plan does.`
      : `Nobody has approved what this plan does to zone ${zone}, and the provider has require_approval = true.`,
    hint:
      `${given ? `${listed(differences)}\n` : ''}${statusSentence(zone, transition.status)} Nothing was changed.\n\n` +
      `Review it. If it is right, ${waysToApprove(inputs)}, and say by whom it is:` +
      `\n\n${JSON.stringify({ ...row, by: '', ticket: '', at: '' })}\n\nTo leave the zone as it is, ` +
      (transition.status.state === 'start'
        ? 'remove its row.'
        : 'set its row back to the state that it has reached.'),
  };
}

/** The command knows of no adjustments. */
function waysToApprove({ adjustments, zoneId, target }: Inputs): string {
  return Object.keys(adjustments).length > 0
    ? 'let this be the row of the zone'
    : `run npx zonewright migration approve ${zoneId} --for ${target}, or let this be the row of the zone`;
}

function differencesOf(
  given: Approval,
  needed: Approval,
  { transition, losses: { known, unknownBecause } }: ToApprove,
): readonly string[] {
  const { shown, base } = transition;
  const more = base.deletions.filter((override) => !given.overrides.includes(digestOfOverride(override)));
  const words: Readonly<Record<keyof Approval, string>> = {
    step: `It approves ${given.step}, and this step is ${needed.step}.`,
    zoneId: `It is of zone ${given.zoneId}.`,
    rules:
      needed.rules === 'none'
        ? 'It approves rules, and the service generates none until the URI-based overrides are deleted.'
        : `The step saves ${given.rules === 'none' ? 'rules that nobody has approved yet' : 'other rules'}: ${inWords(shown)}.`,
    replaced: `The step replaces ${given.replaced === 'none' ? 'rules, which nobody has approved' : 'other rules than approved'}: ${inWords(replacedRules(transition))}.`,
    losses:
      unknownBecause !== null
        ? `Not all that is lost can be read now: ${unknownBecause}.`
        : `The step loses other settings: ${known.map(({ description }) => description).join('; ') || 'none'}.`,
    overrides: `The step deletes URI-based overrides that are not approved: ${more.map(overrideInWords).join('; ')}.`,
  };
  return misfits(given, needed).map((part) => words[part]);
}

function inWords(rules: readonly SavedRule[]): string {
  return rules.map(ruleInWords).join('; ') || 'none';
}
