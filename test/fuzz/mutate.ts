import { mulberry32 } from '../support/mulberry32';
import type { Target } from './target';

/** A source of chance that a number repeats. */
export interface Random {
  /** A whole number from 0 to `below` - 1. */
  readonly below: (below: number) => number;
  readonly pick: <T>(from: readonly T[]) => T;
  /** True once in `times`. */
  readonly once: (times: number) => boolean;
}

export function seededRandom(seed: number): Random {
  const next = mulberry32(seed);
  const below = (limit: number): number => (limit <= 1 ? 0 : next() % limit);
  return {
    below,
    pick: <T>(from: readonly T[]): T => from[below(from.length)] as T,
    once: (times) => below(times) === 0,
  };
}

/** The largest input. Work that grows with the square of it takes seconds here, work that grows with it milliseconds. */
const LARGEST = 32 * 1024;

/** Bytes at which formats change their mind: signs, lengths, ends of texts, marks of UTF-8, UTF-16 and terminals. */
const ODD_BYTES = [0, 1, 0x1b, 0x22, 0x25, 0x2f, 0x5c, 0x7f, 0x80, 0x9b, 0xc0, 0xc1, 0xed, 0xef, 0xfe, 0xff];

const ODD_TEXTS = '\0 \ufeff \ufffd \u202e \u2028 \r\n % %00 %ff \\ud800 __proto__'.split(' ');

/** Values at which readers of JSON go wrong; those that JSON.stringify cannot say are put in as text afterwards. */
const ODD_VALUES: readonly unknown[] = [
  ...(JSON.parse(
    '[null,true,"",0,-1,0.1,1e21,-0,9007199254740994,[],{},[[]],[null],{"":null},[1,"a",null,{}]]',
  ) as readonly unknown[]),
  ...[
    'a'.repeat(300),
    '\ud800',
    '\udfff\u0000\u001b[31m\u009b\u202e',
    '$&$1${{.RayID}}',
    'long '.repeat(4000),
  ],
  ...['2025-13-45T99:99:99Z', '9999-12-31T23:59:59.999Z', '0'.repeat(32), '../../../etc/passwd'],
  ...[70, 3000].map((levels) => Array.from({ length: levels }).reduce((value) => [value], null)),
  ...['https://user:secret@host/?a=b', '__proto__'],
];

const ODD_NAMES = ['', ...'__proto__ constructor toString length id result errors \ud800 0'.split(' ')];

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
  const aByte = (): Buffer => spliced(input, at, 1, Buffer.of(random.below(256)));
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
      return aByte();
    case 5:
      return spliced(input, at, 1, Buffer.of(random.pick(ODD_BYTES)));
    case 6:
      return spliced(input, at, 1, Buffer.of((input[at] ?? 0) ^ (1 << random.below(8))));
    case 7: {
      const other = random.pick(seeds);
      return Buffer.concat([input.subarray(0, at), other.subarray(random.below(other.length + 1))]);
    }
    default:
      return changedJson(input, random) ?? aByte();
  }
}

/** Changes one value of a document of JSON, also behind a byte that chooses; undefined when the input is none. */
function changedJson(input: Buffer, random: Random): Buffer | undefined {
  const opens = (byte: number | undefined): boolean => byte === 0x7b || byte === 0x5b;
  if (!opens(input[0])) {
    const rest = opens(input[1]) ? changedJson(input.subarray(1), random) : undefined;
    return rest && Buffer.concat([input.subarray(0, 1), rest]);
  }
  try {
    const text = JSON.stringify(changedValue(JSON.parse(input.toString('utf8')), random));
    return Buffer.from(random.once(8) ? withOddNumber(text, random) : text);
  } catch {
    return undefined;
  }
}

/** The text of a document with a number that JavaScript cannot keep, or writes in another way. */
export function withOddNumber(text: string, random: Random): string {
  return text.replace(/\b\d+\b/, () => random.pick(['9007199254740993', '1e400', '-0.0', '1E+2', '1e-400']));
}

/** The value with another value, name or member at one place. */
export function changedValue(value: unknown, random: Random): unknown {
  if (Array.isArray(value) && value.length > 0 && !random.once(4)) {
    const at = random.below(value.length);
    if (random.once(6)) return value.toSpliced(at, 1);
    if (random.once(6)) return [...value, value[at]];
    return value.with(at, changedValue(value[at], random));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || random.once(6))
    return random.pick(ODD_VALUES);
  const entries = Object.entries(value);
  if (entries.length === 0) return { [random.pick(ODD_NAMES)]: random.pick(ODD_VALUES) };
  const at = random.below(entries.length);
  const [name, member] = entries[at] as [string, unknown];
  const put = (...one: readonly [string, unknown][]): object =>
    Object.fromEntries(entries.toSpliced(at, 1, ...one));
  switch (random.below(8)) {
    case 0:
      return put();
    case 1:
      return put([name, member], [random.pick(ODD_NAMES), member]);
    case 2:
      return put([random.pick(ODD_NAMES), member]);
    default:
      return put([name, changedValue(member, random)]);
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
