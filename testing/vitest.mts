// From TypeScript 6 on, no types are there unless somebody names them.
/// <reference types="node" preserve="true" />
/**
 * Registers the matchers with vitest: `import 'zonewright/testing/vitest'` in a test, or the module's name in
 * `setupFiles`.
 */
// eslint-disable-next-line @typescript-eslint/ban-ts-comment
// @ts-ignore: the user who imports this module installs vitest.
import { expect } from 'vitest';
import testing, { type ZonewrightMatchers } from './index.js';

(expect as { extend(matchers: object): void }).extend(testing.zonewrightMatchers);

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- vitest's own interfaces change their type parameters
  namespace Chai {
    // eslint-disable-next-line @typescript-eslint/no-empty-object-type
    interface Assertion extends ZonewrightMatchers {}
  }
}
