import { unzipSync } from 'fflate';
import { member, parseJson, textOf, type Json } from '../text/json';
import type { Proof } from './model';

/** What a saved plan has beside its JSON. */
export interface SavedPlan {
  /** When it was made; undefined for a plan of an older engine. */
  readonly timestamp: string | undefined;
  /** What the provider noted of its proofs, by address, and for a deposed object by `<address> <key>`. */
  readonly proofs: ReadonlyMap<string, Proof>;
}

/** The fields of the messages that are read (`planfile.proto` in hashicorp/terraform and opentofu/opentofu). */
const PLAN = { changes: 3, timestamp: 21 } as const;
const CHANGE = { deposed: 7, private: 10, address: 13 } as const;

/**
 * Reads a saved plan: a zip archive whose file `tfplan` is a protobuf.
 *
 * @returns undefined for anything else, e.g. a plan that OpenTofu has encrypted
 */
export function readSavedPlan(content: Uint8Array): SavedPlan | undefined {
  try {
    const { tfplan } = unzipSync(content, { filter: ({ name }) => name === 'tfplan' });
    if (tfplan === undefined) return undefined;
    const fields = fieldsOf(tfplan);
    const changes = fields.filter(([number]) => number === PLAN.changes);
    return {
      timestamp: textIn(fields, PLAN.timestamp),
      proofs: new Map(changes.flatMap(([, change]) => proofOf(fieldsOf(change)))),
    };
  } catch {
    return undefined;
  }
}

type Fields = readonly (readonly [number: number, value: Uint8Array])[];

function proofOf(change: Fields): readonly (readonly [string, Proof])[] {
  const noted = member(privateIn(change), 'proof');
  const outcome = NOTED.find((each) => each === textOf(noted, 'outcome'));
  if (outcome === undefined) return [];
  const [address, deposed] = [textIn(change, CHANGE.address), textIn(change, CHANGE.deposed)];
  const key = deposed === undefined ? `${address}` : `${address} ${deposed}`;
  return [[key, { outcome, at: textOf(noted, 'at') }]];
}

/** What the provider notes (`provider-shim/resources/proofs.ts`). */
const NOTED = ['proven', 'validated', 'unknown', 'unsupported', 'step'] as const;

/** The provider's own JSON. Other providers keep what they like there. */
function privateIn(change: Fields): Json {
  try {
    return parseJson(textIn(change, CHANGE.private) ?? 'null') as Json;
  } catch {
    return null;
  }
}

function textIn(fields: Fields, wanted: number): string | undefined {
  const value = fields.find(([number]) => number === wanted)?.[1];
  return value === undefined ? undefined : Buffer.from(value).toString('utf8');
}

/** The length-delimited fields of a message; numbers are passed over (https://protobuf.dev/programming-guides/encoding). */
function fieldsOf(message: Uint8Array): Fields {
  const fields: (readonly [number, Uint8Array])[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at++];
      if (byte === undefined) throw new RangeError('the message ends in a number');
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const tag = varint();
    const kind = tag % 8;
    if (kind === 0) varint();
    else if (kind === 1) at += 8;
    else if (kind === 5) at += 4;
    else if (kind === 2) {
      const length = varint();
      fields.push([(tag - kind) / 8, message.subarray(at, at + length)]);
      at += length;
    } else throw new RangeError(`the message has a field of the kind ${kind}`);
  }
  return fields;
}
