import type { Random } from './random';

/** Values at which readers of JSON go wrong; those that JSON.stringify cannot say are put in as text afterwards. */
const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  '',
  0,
  -1,
  0.1,
  1e21,
  -0,
  2 ** 53 + 2,
  [],
  {},
  [[]],
  [null],
  { '': null },
  'a'.repeat(300),
  '\ud800',
  '\udfff\u0000\u001b[31m\u009b\u202e',
  'https://user:secret@host/?a=b',
  '__proto__',
  [1, 'a', null, {}],
];

const ODD_NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'length',
  '',
  'id',
  'result',
  'errors',
  '\ud800',
  '0',
];

/** Changes one value of a document of JSON, also behind a byte that chooses; undefined when the input is none. */
export function mutateJson(input: Buffer, random: Random): Buffer | undefined {
  const first = input[0];
  if (first !== undefined && (input[1] === 0x7b || input[1] === 0x5b) && first !== 0x7b && first !== 0x5b) {
    const rest = mutateJson(input.subarray(1), random);
    return rest && Buffer.concat([Buffer.of(first), rest]);
  }
  if (first !== 0x7b && first !== 0x5b) return undefined;
  let document: unknown;
  try {
    document = JSON.parse(input.toString('utf8'));
  } catch {
    return undefined;
  }
  if (random.once(8)) {
    // A number of more digits than JavaScript keeps.
    const text = JSON.stringify(changed(document, random));
    return Buffer.from(
      text.replace(/\b\d+\b/, () => random.pick(['9007199254740993', '1e400', '-0.0', '1E+2'])),
    );
  }
  return Buffer.from(JSON.stringify(changed(document, random)));
}

function changed(value: unknown, random: Random): unknown {
  if (Array.isArray(value) && value.length > 0 && !random.once(4)) {
    const at = random.below(value.length);
    if (random.once(6)) return [...value.slice(0, at), ...value.slice(at + 1)];
    if (random.once(6)) return [...value, value[at]];
    return value.with(at, changed(value[at], random));
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && !random.once(6)) {
    const entries = Object.entries(value);
    if (entries.length === 0) return { [random.pick(ODD_NAMES)]: random.pick(ODD_VALUES) };
    const at = random.below(entries.length);
    const [name, member] = entries[at] as [string, unknown];
    switch (random.below(8)) {
      case 0:
        return Object.fromEntries(entries.toSpliced(at, 1));
      case 1:
        return Object.fromEntries([...entries, [random.pick(ODD_NAMES), member]]);
      case 2:
        return Object.fromEntries(entries.toSpliced(at, 1, [random.pick(ODD_NAMES), member]));
      default:
        return Object.fromEntries(entries.toSpliced(at, 1, [name, changed(member, random)]));
    }
  }
  return random.pick(ODD_VALUES);
}
