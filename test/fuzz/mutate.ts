import { mutateJson } from './mutate-json';
import type { Random } from './random';
import type { Target } from './target';

/** The largest input. Work that grows with the square of it takes seconds here, work that grows with it milliseconds. */
export const LARGEST = 32 * 1024;

/** Bytes at which formats change their mind: signs, lengths, ends of texts, marks of UTF-8, UTF-16 and terminals. */
const ODD_BYTES = [0, 1, 0x1b, 0x22, 0x25, 0x2f, 0x5c, 0x7f, 0x80, 0x9b, 0xc0, 0xc1, 0xed, 0xef, 0xfe, 0xff];

const ODD_TEXTS = [
  '\0',
  '\ufeff',
  '\ufffd',
  '\u202e',
  '\u2028',
  '\r\n',
  '%',
  '%00',
  '%ff',
  '\\ud800',
  '__proto__',
];

const JSON_NESTING = [
  ['[', ']'],
  ['{"a":', '}'],
] as const;

type Material = Pick<Target, 'words' | 'nesting' | 'largest'> & { readonly seeds: readonly Buffer[] };

/** An input made of a seed, or of two: mostly one small change, rarely many, once in a while a large one. */
export function mutated(material: Material, random: Random): Buffer {
  let input: Buffer = random.pick(material.seeds);
  const times = random.once(4) ? 1 + random.below(8) : 1;
  for (let count = 0; count < times; count++) input = changed(input, material, random);
  if (random.once(200)) input = grown(input, material, random);
  return input.subarray(0, material.largest ?? LARGEST);
}

function changed(input: Buffer, { words = [], seeds }: Material, random: Random): Buffer {
  const at = random.below(input.length + 1);
  const length = Math.min(1 + random.below(random.once(4) ? 64 : 4), input.length - at);
  switch (random.below(10)) {
    case 0:
      return spliced(input, at, 0, bytes(random.pick([...ODD_TEXTS, ...words])));
    case 1:
      return spliced(input, at, length, bytes(random.pick([...ODD_TEXTS, ...words])));
    case 2:
      return spliced(input, at, length, Buffer.alloc(0));
    case 3:
      return spliced(input, at, 0, input.subarray(at, at + length));
    case 4:
      return spliced(input, at, 1, Buffer.of(random.below(256)));
    case 5:
      return spliced(input, at, 1, Buffer.of(random.pick(ODD_BYTES)));
    case 6:
      return spliced(input, at, 1, Buffer.of((input[at] ?? 0) ^ (1 << random.below(8))));
    case 7: {
      const other = random.pick(seeds);
      const from = random.below(other.length + 1);
      return Buffer.concat([input.subarray(0, at), other.subarray(from)]);
    }
    default:
      return mutateJson(input, random) ?? spliced(input, at, 1, Buffer.of(random.below(256)));
  }
}

/** Repeats or nests a piece, so that work in the square of it shows. */
function grown(
  input: Buffer,
  { words = [], nesting = JSON_NESTING, largest = LARGEST }: Material,
  random: Random,
): Buffer {
  const at = random.below(input.length + 1);
  const room = Math.max(0, largest - input.length);
  if (random.once(3)) {
    const [open, close] = random.pick(nesting).map(bytes) as [Buffer, Buffer];
    const levels = Math.floor((random.once(3) ? room : 4096) / (open.length + close.length));
    const inside = random.once(2) ? input : Buffer.from('1');
    return Buffer.concat([repeated(open, levels), inside, repeated(close, levels)]);
  }
  const piece = random.once(2)
    ? bytes(random.pick([...ODD_TEXTS, ' ', '/', '"', '<', 'a', '0', ...words]))
    : input.subarray(at, at + 1 + random.below(12));
  return spliced(input, at, 0, repeated(piece, Math.floor(room / Math.max(1, piece.length))));
}

function repeated(piece: Buffer, times: number): Buffer {
  return piece.length === 0 ? Buffer.alloc(0) : Buffer.alloc(piece.length * Math.max(0, times), piece);
}

function spliced(input: Buffer, at: number, remove: number, insert: Uint8Array): Buffer {
  return Buffer.concat([input.subarray(0, at), insert, input.subarray(at + remove)]);
}

function bytes(piece: string | Uint8Array): Buffer {
  return typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece);
}
