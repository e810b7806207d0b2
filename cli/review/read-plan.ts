import { unzipSync } from 'fflate';
import { documentIn, WRAPPED_HINT } from '../engine/run';
import { DeepJsonError, parseJson, isObject, member, textOf, type Json } from '../text/json';
import { reasonOf, type Problem } from '../terminal/failure';
import type { PlanJson } from './plan-json';
import { createCodec } from '../../provider-shim/sdk/protocol';
import type { Proof } from './model';

/** Why a file is no plan. Its code is in the JSON of a review. */
export type PlanProblem = Problem & { readonly code: string };

/** A plan, or why the text is none. */
export type PlanResult =
  { readonly plan: PlanJson; readonly problem?: undefined } | { readonly problem: PlanProblem };

const SHOW = 'make the JSON with: terraform show -json PLAN > FILE';
const ALLOWED = 'a saved plan (terraform plan -out=FILE), or its JSON (terraform show -json FILE)';

/** Format versions are `MAJOR.MINOR`; a later minor version only adds members. */
const SUPPORTED_MAJOR = '1';

/** Reads the JSON of a plan, also between the lines of a wrapper of the engine. */
export function readPlan(text: string): PlanResult {
  if (text.trim() === '') return refused('empty', 'the file is empty');
  let document: unknown;
  try {
    document = parseJson(text);
  } catch (error) {
    if (error instanceof DeepJsonError) return refused('too_deep', error.message);
    const within = documentIn(text);
    if (within !== undefined && within !== text) return readPlan(within);
    if (/^\{"@level"/m.test(text)) return stream();
    const reason = [reasonOf(error)];
    return text.trimStart().startsWith('{')
      ? refused('truncated', 'the file is not whole JSON: it may be cut off', reason, [
          'write it again',
          SHOW,
        ])
      : refused('not_a_plan', 'the file is neither a saved plan nor JSON', reason, [
          ...(/^\[command\]|^::debug::/m.test(text) ? [WRAPPED_HINT] : []),
          SHOW,
        ]);
  }
  if (!isObject(document)) return refused('not_a_plan', 'the JSON is not an object');
  const version = document['format_version'];
  if (typeof version !== 'string') {
    if ('lineage' in document && 'serial' in document)
      return refused('state', 'this is a state file, not a plan', [members(document)]);
    return '@level' in document
      ? stream()
      : refused('not_a_plan', 'the JSON has no format_version', [members(document)]);
  }
  if (version.split('.')[0] !== SUPPORTED_MAJOR) {
    return refused(
      'format_version',
      'the format version of the plan is not supported',
      [`format_version ${JSON.stringify(version)}`],
      ['update Zonewright, or write the plan with an engine of format version 1'],
      `format version ${SUPPORTED_MAJOR}.x`,
    );
  }
  if (!('resource_changes' in document) && !('planned_values' in document)) {
    return 'values' in document || Object.keys(document).every((name) => STATE_MEMBERS.has(name))
      ? refused('state', 'this is a state, not a plan', [members(document)])
      : refused('not_a_plan', 'the JSON is not a plan', [members(document)]);
  }
  if (document['errored'] === true) {
    const hint = 'correct the error that terraform plan reported, and plan again';
    return refused('errored', 'the plan is incomplete, because planning failed', ['"errored": true'], [hint]);
  }
  for (const name of LISTS) {
    const value = document[name];
    if (value !== undefined && value !== null && !Array.isArray(value))
      return refused('not_a_plan', `"${name}" is not a list`, [typeof value]);
  }
  const broken = brokenChange(document);
  if (broken !== undefined) return refused('not_a_plan', 'a resource change is malformed', [broken]);
  return { plan: document as unknown as PlanJson };
}

const LISTS = ['resource_changes', 'resource_drift', 'checks', 'deferred_changes', 'action_invocations'];

const STATE_MEMBERS: ReadonlySet<string> = new Set([
  'format_version',
  'terraform_version',
  'values',
  'checks',
]);

/** The first resource change, drift or deferred change that lacks what every one has. */
function brokenChange(document: Readonly<Record<string, unknown>>): string | undefined {
  const listed = (name: string): readonly unknown[] => (document[name] as readonly unknown[] | null) ?? [];
  const deferred = listed('deferred_changes').map((each) =>
    isObject(each) ? each['resource_change'] : each,
  );
  return [...listed('resource_changes'), ...listed('resource_drift'), ...deferred]
    .map((each) => {
      if (!isObject(each)) return JSON.stringify(each ?? null);
      const { address, type, change } = each;
      const isWhole =
        typeof address === 'string' &&
        typeof type === 'string' &&
        typeof each['provider_name'] === 'string' &&
        isObject(change) &&
        Array.isArray(change['actions']) &&
        change['actions'].every((action) => typeof action === 'string');
      return isWhole ? undefined : `${typeof address === 'string' ? address : 'without an address'}`;
    })
    .find((each) => each !== undefined);
}

function stream(): PlanResult {
  return refused(
    'event_stream',
    'this is the log of terraform plan -json, which lacks values',
    ['lines that begin with {"@level"'],
    ['save the plan: terraform plan -out=PLAN', SHOW],
  );
}

function members(document: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(document);
  if (names.length === 0) return 'an object without members';
  return `members: ${names.slice(0, 8).join(', ')}${names.length > 8 ? ', …' : ''}`;
}

function refused(
  code: string,
  message: string,
  seen: readonly string[] = [],
  hints: readonly string[] = [SHOW],
  allowed = ALLOWED,
): PlanResult {
  return { problem: { code, message, seen, allowed: [allowed], hints } };
}

/** What a saved plan has beside its JSON. */
export interface SavedPlan {
  /** When it was made; undefined for a plan of an older engine. */
  readonly timestamp: string | undefined;
  /** What the provider noted of its proofs, by address, and for a deposed object by `<address> <key>`. */
  readonly proofs: ReadonlyMap<string, Proof>;
}

/** What is read of the messages (`planfile.proto` in hashicorp/terraform and opentofu/opentofu). */
const { decode } = createCodec({
  Plan: { changes: [3, 'Change', 'repeated'], timestamp: [21, 'string', 'optional'] },
  Change: { deposed: [7, 'string'], private: [10, 'bytes'], address: [13, 'string'] },
});

/**
 * Reads a saved plan: a zip archive whose file `tfplan` is a protobuf.
 *
 * @returns undefined for anything else, e.g. a plan that OpenTofu has encrypted
 */
export function readSavedPlan(content: Uint8Array): SavedPlan | undefined {
  try {
    const { tfplan } = unzipSync(content, { filter: ({ name }) => name === 'tfplan' });
    if (tfplan === undefined) return undefined;
    const { changes, timestamp } = decode('Plan', tfplan);
    const proofs = changes.flatMap(({ address, deposed, private: kept }) => {
      const noted = member(ownJson(kept), 'plan:proof');
      const outcome = NOTED.find((each) => each === textOf(noted, 'outcome'));
      const proof = outcome && { outcome, at: textOf(noted, 'at') };
      return proof === undefined ? [] : [[`${address} ${deposed}`.trim(), proof] as const];
    });
    return { timestamp, proofs: new Map(proofs) };
  } catch {
    return undefined;
  }
}

/** What the provider notes (`provider-shim/resources/proofs.ts`). */
const NOTED = ['proven', 'validated', 'unknown', 'unsupported', 'step'] as const;

/** The provider's own JSON. Other providers keep what they like there. */
function ownJson(noted: Uint8Array): Json {
  try {
    return parseJson(Buffer.from(noted).toString('utf8')) as Json;
  } catch {
    return null;
  }
}
