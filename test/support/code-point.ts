import fc from 'fast-check';

/** Any character but half of a pair, as fast-check's own unit `binary`: that takes a second to make in each test file. */
export const codePoint = fc.oneof(
  fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 }),
  fc
    .oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
    .map((code) => String.fromCodePoint(code)),
);
