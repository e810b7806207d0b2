import type { ScopedOperation } from '../service/operation';
import { DEFAULT_DATASET } from './datasets';
import { notAllowedForProduct } from './errors';

/** What differs between log push operations. */
export type LogpushOperation = Omit<ScopedOperation, 'permission'> & {
  /** For the refusal: the attempted action. */
  readonly doing: 'reading' | 'creating' | 'updating' | 'deleting' | 'validating';
};

/**
 * An operation with what all log push operations share: reading needs the permission to edit, because jobs hold
 * secrets, and only Enterprise zones and accounts have log push (docs/service.md 5.1).
 */
export function logpushOperation({ doing, ...operation }: LogpushOperation): ScopedOperation {
  return {
    ...operation,
    permission: 'logpush:edit',
    run: (call) => {
      const { plan, ...scope } = call.scope;
      if (plan === 'enterprise') return operation.run(call);
      const subject = scope.kind === 'zone' ? `the ${plan} plan` : `a ${scope.type} account`;
      throw notAllowedForProduct(doing, DEFAULT_DATASET, `${subject} has no log push`);
    },
  };
}
