import { unzipSync } from 'fflate';
import { createCodec } from '../../provider-shim/sdk/protocol';
import { member, parseJson, textOf, type Json } from '../text/json';
import type { Proof } from './model';

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
    return { timestamp, proofs: new Map(changes.flatMap(proofOf)) };
  } catch {
    return undefined;
  }
}

function proofOf(change: ReturnType<typeof decode<'Change'>>): readonly (readonly [string, Proof])[] {
  const noted = member(ownJson(change.private), 'plan:proof');
  const outcome = NOTED.find((each) => each === textOf(noted, 'outcome'));
  if (outcome === undefined) return [];
  return [[[change.address, change.deposed].join(' ').trim(), { outcome, at: textOf(noted, 'at') }]];
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
