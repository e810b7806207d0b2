import { randomBytes } from 'node:crypto';
import { ServiceError } from '../answers/errors';
import { MAX_MESSAGES } from '../answers/size-limits';
import type { CallOptions, Requester } from '../http/request';
import { describe } from '../answers/seen';
import type { Operation } from './operation';
import type { RulesetWrite } from './rulesets';

const DRY_RUN = 'dry_run';

/** A body that no operation accepts: every member that one may need has another type. */
const NO_DOCUMENT = { name: 0, kind: 0, phase: 0, rules: 'none', action: 0 };

/** Words of a path below the rulesets of a zone; everything else there names an object. */
const WORDS: readonly string[] = ['rules', 'phases', 'entrypoint'];

export const DRY_RUN_OPERATION = {
  /**
   * Asks about a write of rulesets, with all checks of the service and nothing else (docs/internals/service.md 3.3). Only for
   * a service that is known to know it.
   *
   * @throws ServiceError as the write would; of the kind `malformed-answer` when it may have been carried out
   */
  dryRun: ({ request }: RulesetWrite): Operation<undefined> => ({
    ...request,
    query: { [DRY_RUN]: 'true' },
    changesNothing: true,
    parse: (result) =>
      result === null
        ? { value: undefined }
        : { fault: `it is ${describe(result)}, not an answer to a dry run, which is null` },
  }),
};

/**
 * Whether the service knows `dry_run` for writes of this kind. Only one that does refuses an invalid value by name
 * before it looks at the rest, and passes over a parameter that nobody knows: one that repeats what it was asked, or
 * refuses what is unknown to it, names that one too. Both are asked with a body that is none, for an object that does
 * not exist, so neither is carried out, whatever the service does.
 *
 * @throws ServiceError without an answer, and for one that is about the caller or a limit
 */
export function asksForDryRun(
  requester: Requester,
): (write: RulesetWrite, options?: CallOptions) => Promise<boolean> {
  // Made once, and not at all where nothing asks.
  let nobodys: string | undefined, madeUp: string | undefined;

  /** The refusal of a request that nothing can carry out, with a parameter; undefined if something else is answered. */
  const refusal = async ({ request }: RulesetWrite, parameter: string, options?: CallOptions) => {
    let text = '';
    try {
      await requester.request({
        ...request,
        ...options,
        // An id that no object has, and nobody can know.
        path: withoutObjects(request.path, (nobodys ??= randomBytes(16).toString('hex'))),
        ...(request.body !== undefined && { body: NO_DOCUMENT }),
        // No value of `dry_run`.
        query: { [parameter]: 'known' },
        changesNothing: true,
        onText: (answer) => (text = answer),
      });
      return undefined;
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status === undefined) throw error;
      const { kind, status, errors } = error;
      // Without errors of the service, something in front of it has refused the parameter.
      const isOfCaller = (kind === 'authentication' || kind === 'authorization') && errors.length > 0;
      if (kind === 'rate-limited' || isOfCaller) throw error;
      return kind === 'invalid' || kind === 'not-found' ? { status, errors, text } : undefined;
    }
  };

  return async (write, options) => {
    const first = await refusal(write, DRY_RUN, options);
    if (first?.status !== 400 || !names(first.errors, DRY_RUN)) return false;
    // Of a longer list, not all are known.
    if (first.errors.length >= MAX_MESSAGES) return false;
    madeUp ??= madeUpParameter();
    const second = await refusal(write, madeUp, options);
    if (!second?.errors.length || names(second, DRY_RUN) || names(second, madeUp)) return false;
    return !first.errors.some(({ code, pointer }) =>
      second.errors.some((other) => other.code === code && other.pointer === pointer),
    );
  };
}

/** One that nobody can know, and no service has, as long as the other. */
function madeUpParameter(): string {
  const digits = randomBytes(4).toString('hex').slice(-DRY_RUN.length);
  return digits.replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
}

/** What the writes have in common that a service may know `dry_run` for, such as `PATCH rulesets * rules *`. */
export function kindOf({ request: { method, path } }: RulesetWrite): string {
  return [method, ...withoutObjects(path, '*').slice(2)].join(' ');
}

/** A path below the rulesets of a zone, with something else for each object. */
function withoutObjects(path: readonly string[], instead: string): readonly string[] {
  return path.map((part, at) => (at < 3 || WORDS.includes(part) ? part : instead));
}

function names(answer: object, parameter: string): boolean {
  return JSON.stringify(answer).toLowerCase().includes(parameter);
}
