import fc from 'fast-check';

/** Any character but half of a pair. As fast-check's own unit `binary`, which takes a second to make in each test file. */
export const codePoint: fc.Arbitrary<string> = fc
  .oneof(
    { arbitrary: fc.integer({ min: 0, max: 0x7f }), weight: 2 },
    fc.integer({ min: 0, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  )
  .map((code) => String.fromCodePoint(code));
