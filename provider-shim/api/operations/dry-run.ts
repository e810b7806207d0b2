import { ServiceError } from '../answers/errors';
import type { CallOptions, Requester } from '../http/request';
import type { Parsed } from '../answers/parsed';
import { describe } from '../answers/seen';
import { resultReader } from './result';
import type { RulesetWrite } from './ruleset-write';

/** Asks the service whether it would accept a write of rulesets, which it then does not carry out (docs/internals/service.md 3.3). */
export function dryRunOperations(requester: Requester) {
  const { call } = resultReader(requester);
  return {
    /**
     * Whether the service knows `dry_run` for writes of this kind. It is asked with a value that `dry_run` does not have,
     * for an object that does not exist and with a body that is none: it carries that out in no case, and its refusal
     * names `dry_run` only if it knows it.
     *
     * @throws ServiceError for anything but such a refusal, e.g. of the kind `authorization`
     */
    async knowsDryRun({ impossible }: RulesetWrite, options?: CallOptions) {
      try {
        await requester.request({
          ...impossible,
          ...options,
          query: { dry_run: 'known' },
          changesNothing: true,
        });
        return false;
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        if (error.kind !== 'invalid' && error.kind !== 'not-found') throw error;
        return (
          error.status === 400 &&
          error.errors.some(({ message, pointer }) => /dry_run/i.test(`${message} ${pointer ?? ''}`))
        );
      }
    },
    /**
     * Asks about a write, with all checks of the service and nothing else. Only for a service that is known to know it.
     *
     * @throws ServiceError as the write would
     */
    dryRun: ({ request }: RulesetWrite, options?: CallOptions) =>
      call(
        { ...request, ...options, query: { dry_run: 'true' }, changesNothing: true },
        (result): Parsed<undefined> =>
          result === null
            ? { value: undefined }
            : {
                fault: `it is ${describe(result)}, not an answer to a dry run: the service may have written`,
              },
      ),
  };
}

export type DryRunOperations = Readonly<ReturnType<typeof dryRunOperations>>;
