import { createHash, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import {
  canonicalJson,
  formatApproval,
  isAhead,
  misfits,
  parseApproval,
  savedRulesInWords,
  type Approval,
  type JsonObject,
  type Problem,
  type TargetState,
} from '../../../schema';
import type { UriOverride } from '../../api';
import { listed } from '../messages';
import { replacedRules } from './changes';
import { listedOverride, overrideInWords, type Losses } from './previous-waf';
import type { SavedRule } from '../rules/rule';
import type { Inputs, Transition } from './state';
import { statusSentence } from './status';

/** The step that a transition takes: it begins validation or finishes, or deletes overrides for that. */
export function stepAhead(
  { target }: Pick<Inputs, 'target'>,
  { status, base }: Pick<Transition, 'status' | 'base'>,
): TargetState | undefined {
  return base.skippedBecause.length === 0 && isAhead(target, status.state) ? target : undefined;
}

/**
 * The step that a transition may need an approval of: the one that it takes, or validation, where it saves other rules in it.
 * Undefined for one that only takes over, waits or skips.
 */
export function stepToApprove(
  inputs: Pick<Inputs, 'target'>,
  transition: Pick<Transition, 'status' | 'base' | 'saves'>,
): TargetState | undefined {
  return stepAhead(inputs, transition) ?? (transition.saves ? 'validation' : undefined);
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

/** What has to be approved for a step as the zone is now. @param losses undefined where it loses nothing that was not lost */
export async function approvalOf(
  inputs: Pick<Inputs, 'zoneId' | 'target'>,
  transition: Transition,
  losses: Losses | undefined,
): Promise<Approval> {
  const { base } = transition;
  const { zoneId, target } = inputs;
  const step = stepToApprove(inputs, transition) ?? target;
  const replaced = replacedRules(transition);
  return {
    step,
    zoneId,
    rules: base.deletesOnly ? 'none' : await slowDigest(step, zoneId, textOfSent(transition)),
    replaced: replaced.length === 0 ? 'none' : await slowDigest(step, zoneId, canonicalJson(replaced)),
    losses: losses ? digestOfLosses(losses) : 'none',
    overrides: base.deletions.map(digestOfOverride),
  };
}

/** The rules as they are sent, without what the service numbers. */
function textOfSent({ rules }: Transition): string {
  const sent = rules.map((rule) => {
    const { id: _id, ref: _ref, version: _version, last_updated: _time, ...meaning } = rule as JsonObject;
    return meaning;
  });
  return canonicalJson(sent);
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
  /** Undefined for a save of rules that is no step. */
  readonly losses: Losses | undefined;
}

/**
 * Compares the approval that is given with what the step does now.
 *
 * @returns the refusal; undefined when it matches
 */
export async function refusalOfApproval(step: ToApprove): Promise<Problem | undefined> {
  const { zone, zoneName, inputs, transition, losses } = step;
  const given = inputs.approved === null ? undefined : parseApproval(inputs.approved);
  const all = await approvalOf(inputs, transition, losses);
  // The approval of the step before may still be there: what was lost then is lost.
  const needed = losses ? all : { ...all, losses: given?.losses ?? all.losses };
  // A plan that fails shows no rules, and no command shows those of a save.
  const nothing = { ...needed, rules: 'none', replaced: 'none' };
  const differences = given || !losses ? differencesOf(given ?? nothing, needed, step) : [];
  if (given && differences.length === 0) return undefined;
  const row = { zone: inputs.zoneId, name: zoneName ?? '', approved_digest: formatApproval(needed) };
  return {
    code: given ? 'approval_does_not_match' : 'approval_missing',
    path: ['approved_digest'],
    message: given
      ? `The approval of zone ${zone} is not of what this plan does.`
      : `Nobody has approved what this plan does to zone ${zone}, and the provider has require_approval = true.`,
    hint:
      `${differences.length > 0 ? `${listed(differences)}\n` : ''}${statusSentence(zone, transition.status)} Nothing was changed.\n\n` +
      `Review it. If it is right, ${waysToApprove(step)}, and say by whom it is:` +
      `\n\n${JSON.stringify({ ...row, by: '', ticket: '', at: '' })}\n\nTo leave the zone as it is, ${wayToStay(step)}`,
  };
}

function wayToStay({ transition, losses }: ToApprove): string {
  if (!losses) return 'let adjustments be what the rules of the zone have.';
  return transition.status.state === 'start'
    ? 'remove its row.'
    : 'set its row back to the state that it has reached.';
}

/** The command knows of steps alone, and of no adjustments. */
function waysToApprove({ inputs: { adjustments, zoneId, target }, losses }: ToApprove): string {
  return !losses || Object.keys(adjustments).length > 0
    ? 'let this be the row of the zone'
    : `run npx zonewright migration approve ${zoneId} --for ${target}, or let this be the row of the zone`;
}

function differencesOf(
  given: Approval,
  needed: Approval,
  { transition, losses }: ToApprove,
): readonly string[] {
  const { shown, base } = transition;
  const { known, unknownBecause } = losses ?? { known: [], unknownBecause: null };
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
        : `The step loses other settings: ${known.map(({ description }) => description).join(' / ') || 'none'}.`,
    overrides: `The step deletes URI-based overrides that are not approved: ${more.map(overrideInWords).join('; ')}.`,
  };
  return misfits(given, needed).map((part) => words[part]);
}

function inWords(rules: readonly SavedRule[]): string {
  return savedRulesInWords(rules).join('; ') || 'none';
}
