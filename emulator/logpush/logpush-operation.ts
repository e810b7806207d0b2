import type { ScopedOperation } from '../service/operation';
import type { ServiceSettings } from '../service/settings';
import type { Plan } from '../service/zone';
import { DEFAULT_DATASET } from './datasets';
import { notAllowedForProduct } from './errors';

/** What differs between log push operations. */
export type LogpushOperation = Omit<ScopedOperation, 'permission'> & {
  /** For the refusal: the attempted action. */
  readonly doing: 'reading' | 'creating' | 'updating' | 'deleting' | 'validating';
};

/**
 * An operation with what all log push operations share: reading needs the permission to edit, because jobs hold
 * secrets, and the plan of the zone or account must include log push (docs/service.md 5.1).
 */
export function logpushOperation({ doing, ...operation }: LogpushOperation): ScopedOperation {
  return {
    ...operation,
    permission: 'logpush:edit',
    run: (call) => {
      const { plan, ...scope } = call.scope;
      if (includesLogpush(plan, call.service.state.settings)) return operation.run(call);
      const subject = scope.kind === 'zone' ? `the ${plan} plan` : `a ${scope.type} account`;
      throw notAllowedForProduct(doing, DEFAULT_DATASET, `${subject} has no log push`);
    },
  };
}

/** Whether zones of the plan have log push: Enterprise, and today all of them (docs/service.md 1.2). */
export function includesLogpush(plan: Plan, { logpushPlans }: ServiceSettings): boolean {
  return logpushPlans === 'all' || plan === 'enterprise';
}
