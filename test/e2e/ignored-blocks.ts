import fc from 'fast-check';

/** A resource as a configuration in JSON has it. */
export type Block = Readonly<Record<string, unknown>>;
/** Paths of attributes, or `all`. */
export type Ignored = ReadonlySet<string>;

export const numbered = (prefix: string, length: number): readonly string[] =>
  Array.from({ length }, (_, index) => `${prefix}${index}`);

/** What `ignore_changes` lists, out of these. */
export const ignoredOf = (names: readonly string[]): fc.Arbitrary<Ignored> =>
  fc
    .oneof(
      { weight: 1, arbitrary: fc.constant<readonly string[]>(['all']) },
      { weight: 2, arbitrary: fc.constant<readonly string[]>([]) },
      { weight: 9, arbitrary: fc.subarray([...names], { minLength: 1, maxLength: 5 }) },
    )
    .map((chosen) => new Set(chosen));

/** A block of the configuration. Strings are templates: their markers are doubled to be taken as they are. */
export function block(config: Block, ignored: Ignored): Block {
  const names = ignored.has('all') ? 'all' : [...ignored];
  return {
    ...(JSON.parse(JSON.stringify(config).replace(/([$%])(?=\{)/g, '$1$1')) as Block),
    ...(ignored.size > 0 && { lifecycle: { ignore_changes: names } }),
  };
}

export const NOTHING: Ignored = new Set();
