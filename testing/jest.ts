// From TypeScript 6 on, no types are there unless somebody names them.
/// <reference types="node" preserve="true" />
/**
 * Registers the matchers with jest: `import 'zonewright/testing/jest'` in a test, or the module's name in
 * `setupFilesAfterEnv`.
 */
import { zonewrightMatchers, type ZonewrightMatchers } from './matchers/zonewright-matchers';

interface Expect {
  extend(matchers: typeof zonewrightMatchers): void;
}

/** The global `expect`, or that of `@jest/globals` if globals are disabled; the two are the same. */
function jestExpect(): Expect {
  const { expect } = globalThis as { readonly expect?: Expect };
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- jest provides this module to code that runs in it
  return expect ?? (require('@jest/globals') as { readonly expect: Expect }).expect;
}

jestExpect().extend(zonewrightMatchers);

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- it is how `@types/jest` is extended
  namespace jest {
    // eslint-disable-next-line @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unused-vars
    interface Matchers<R, T = {}> extends ZonewrightMatchers {}
  }
}

// eslint-disable-next-line @typescript-eslint/ban-ts-comment
/** @ts-ignore: users of `@types/jest` may not have this package, which has the types of `@jest/globals`. */
declare module 'expect' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unused-vars
  interface Matchers<R, T> extends ZonewrightMatchers {}
}
