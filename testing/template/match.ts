import { isDeepStrictEqual } from 'node:util';

/** Where a value is not as expected, and why. */
export interface Mismatch {
  /** E.g. `/output_options/fields/0`. Empty: the value as a whole. */
  readonly path: string;
  /** What was expected, and what was found. */
  readonly message: string;
}

/** Decides whether a value is as expected. Values in its objects and lists may be matchers, too. */
export abstract class Matcher {
  /** The matcher's name in messages. */
  abstract readonly name: string;
  /**
   * Compares a value.
   *
   * @param path of the value, for the mismatches
   * @returns empty if it matches
   */
  abstract test(actual: unknown, path: string): readonly Mismatch[];
}

/** A matcher of jest and vitest, such as `expect.stringContaining('x')`. */
interface AsymmetricMatcher {
  asymmetricMatch(actual: unknown): boolean;
}

/** Matchers like the `Match` of aws-cdk-lib/assertions. */
export class Match {
  /** There is no such member. */
  static absent(): Matcher {
    return matcher('absent', (actual, path) =>
      actual === undefined ? [] : [{ path, message: `Expected nothing, got ${shown(actual)}` }],
    );
  }

  /** Any value, but not an absent one. */
  static anyValue(): Matcher {
    return matcher('anyValue', (actual, path) =>
      actual === undefined || actual === null ? [{ path, message: 'Expected a value, got none' }] : [],
    );
  }

  /** An object with at least these members; nested objects match in the same way, lists element by element. */
  static objectLike(pattern: Readonly<Record<string, unknown>>): Matcher {
    return matcher('objectLike', (actual, path) => testObject(pattern, actual, path, true));
  }

  /** An object with exactly these members, at every depth. */
  static objectEquals(pattern: Readonly<Record<string, unknown>>): Matcher {
    return matcher('objectEquals', (actual, path) => testObject(pattern, actual, path, false));
  }

  /** A list with at least these elements, in this order. */
  static arrayWith(pattern: readonly unknown[]): Matcher {
    return matcher('arrayWith', (actual, path) => {
      if (!Array.isArray(actual)) return [{ path, message: `Expected a list, got ${shown(actual)}` }];
      let next = 0;
      const missing = pattern.find((wanted) => {
        const from = next;
        const at = actual.findIndex(
          (element, index) => index >= from && testLike(wanted, element, '').length === 0,
        );
        next = at + 1;
        return at === -1;
      });
      return missing === undefined
        ? []
        : [{ path, message: `Expected an element ${shown(missing)} in ${shown(actual)}` }];
    });
  }

  /** A list with exactly these elements. */
  static arrayEquals(pattern: readonly unknown[]): Matcher {
    return matcher('arrayEquals', (actual, path) => testList(pattern, actual, path, false));
  }

  /** Exactly this, at every depth. */
  static exact(pattern: unknown): Matcher {
    return matcher('exact', (actual, path) => testValue(pattern, actual, path, false));
  }

  /** Anything but this. */
  static not(pattern: unknown): Matcher {
    return matcher('not', (actual, path) =>
      testLike(pattern, actual, path).length > 0
        ? []
        : [{ path, message: `Expected anything but ${shown(pattern)}, got ${shown(actual)}` }],
    );
  }

  /** A text that matches a regular expression. */
  static stringLikeRegexp(pattern: string): Matcher {
    return matcher('stringLikeRegexp', (actual, path) =>
      typeof actual === 'string' && new RegExp(pattern).test(actual)
        ? []
        : [{ path, message: `Expected a text like /${pattern}/, got ${shown(actual)}` }],
    );
  }

  /** JSON in a text, such as the `filter` of a job. */
  static serializedJson(pattern: unknown): Matcher {
    return matcher('serializedJson', (actual, path) => {
      try {
        return testLike(pattern, JSON.parse(String(actual)), `${path}(json)`);
      } catch {
        return [{ path, message: `Expected JSON in a text, got ${shown(actual)}` }];
      }
    });
  }
}

/** Matches like `Match.objectLike`, whatever the value is. */
export function testLike(pattern: unknown, actual: unknown, path: string): readonly Mismatch[] {
  return testValue(pattern, actual, path, true);
}

/** @param isPartial whether objects may have additional members */
function testValue(pattern: unknown, actual: unknown, path: string, isPartial: boolean): readonly Mismatch[] {
  if (pattern instanceof Matcher) return pattern.test(actual, path);
  if (isAsymmetric(pattern))
    return pattern.asymmetricMatch(actual)
      ? []
      : [{ path, message: `Expected ${String(pattern)}, got ${shown(actual)}` }];
  if (Array.isArray(pattern)) return testList(pattern, actual, path, isPartial);
  if (isObject(pattern)) return testObject(pattern, actual, path, isPartial);
  return isDeepStrictEqual(pattern, actual)
    ? []
    : [{ path, message: `Expected ${shown(pattern)}, got ${shown(actual)}` }];
}

function testObject(
  pattern: Readonly<Record<string, unknown>>,
  actual: unknown,
  path: string,
  isPartial: boolean,
): readonly Mismatch[] {
  if (!isObject(actual)) return [{ path, message: `Expected an object, got ${shown(actual)}` }];
  const further = isPartial ? [] : Object.keys(actual).filter((name) => !(name in pattern));
  return [
    ...Object.entries(pattern).flatMap(([name, value]) =>
      testValue(value, actual[name], `${path}/${name}`, isPartial),
    ),
    ...further.map((name) => ({
      path: `${path}/${name}`,
      message: `Expected nothing, got ${shown(actual[name])}`,
    })),
  ];
}

function testList(
  pattern: readonly unknown[],
  actual: unknown,
  path: string,
  isPartial: boolean,
): readonly Mismatch[] {
  if (!Array.isArray(actual)) return [{ path, message: `Expected a list, got ${shown(actual)}` }];
  if (actual.length !== pattern.length)
    return [{ path, message: `Expected ${pattern.length} elements, got ${actual.length}: ${shown(actual)}` }];
  return pattern.flatMap((value, index) => testValue(value, actual[index], `${path}/${index}`, isPartial));
}

function matcher(name: string, test: Matcher['test']): Matcher {
  return new (class extends Matcher {
    readonly name = name;
    readonly test = test;
  })();
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isAsymmetric(value: unknown): value is AsymmetricMatcher {
  return isObject(value) && typeof value['asymmetricMatch'] === 'function';
}

/** A value in a message; a matcher by its name. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  return JSON.stringify(value, (_, member: unknown) => {
    if (member instanceof Matcher) return `<${member.name}>`;
    return isAsymmetric(member) ? String(member) : member;
  });
}
