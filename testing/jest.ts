/**
 * Registers the matchers with jest: `import 'zonewright/testing/jest'` in a test, or the module's name in
 * `setupFilesAfterEnv`.
 */
import { zonewrightMatchers, type ZonewrightMatchers } from './matchers/zonewright-matchers';

interface Expect {
  extend(matchers: typeof zonewrightMatchers): void;
}

/** The global one, or where globals are switched off, that of `@jest/globals`: the two are the same. */
function jestExpect(): Expect {
  const { expect } = globalThis as { readonly expect?: Expect };
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- jest gives this module to whoever runs in it
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
/** @ts-ignore: who uses `@types/jest` may not have this package, which is behind the types of `@jest/globals`. */
declare module 'expect' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unused-vars
  interface Matchers<R, T> extends ZonewrightMatchers {}
}
