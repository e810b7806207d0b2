import type { Operation } from '../service/operation';
import { DEFAULT_DATASET } from './datasets';
import { notAllowedForProduct } from './errors';

/** What tells one log push operation from another. */
export type LogpushOperation = Omit<Operation, 'permission'> & {
  /** For the refusal: what the caller tries. */
  readonly doing: 'reading' | 'creating' | 'updating' | 'deleting' | 'validating';
};

/**
 * An operation with what all of log push has in common: reading needs the permission to edit, because jobs hold
 * secrets, and only Enterprise zones have it at all (docs/service.md 5.1).
 */
export function logpushOperation({ doing, ...operation }: LogpushOperation): Operation {
  return {
    ...operation,
    permission: 'logpush:edit',
    run: (call) => {
      const { plan } = call.zone;
      if (plan === 'enterprise') return operation.run(call);
      throw notAllowedForProduct(doing, DEFAULT_DATASET, `the ${plan} plan has no log push`);
    },
  };
}
