import type { Operation } from '../service/operation';
import { DEFAULT_DATASET } from './datasets';
import { notAllowedForProduct } from './errors';

/** What differs between log push operations. */
export type LogpushOperation = Omit<Operation, 'permission'> & {
  /** For the refusal: the attempted action. */
  readonly doing: 'reading' | 'creating' | 'updating' | 'deleting' | 'validating';
};

/**
 * An operation with what all log push operations share: reading needs the permission to edit, because jobs hold
 * secrets, and only Enterprise zones have log push (docs/service.md 5.1).
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
